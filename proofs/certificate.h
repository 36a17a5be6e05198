/* Records as a file: what was proved, up to which bound, from which version.
 *
 * Invariant: one list of records has one text, byte for byte, whoever wrote it; a text that is not exactly what would
 * be written for what it says is refused, with the reason and the place. So a file that was cut off or edited is no
 * certificate. (The check at its end guards against accidents, not against forgers: --verify judges cases again.) A
 * checkpoint is a certificate whose cases are not all there yet. */
#ifndef HEDDLE_PROOFS_CERTIFICATE_H
#define HEDDLE_PROOFS_CERTIFICATE_H

#include "prove_record.h"

typedef struct hd_certificate {
  int records, room;
  hd_record *record;
} hd_certificate;

enum { HD_REASON_MAX = 256 };

/* The version that certificates are of. */
const char *hd_certificate_version(void);

/* A place behind the last record, for one more; NULL without memory. */
hd_record *hd_certificate_add(hd_certificate *certificate);
void hd_certificate_free(hd_certificate *certificate);
/* The record of that theorem and bound, NULL where there is none. */
hd_record *hd_certificate_find(const hd_certificate *certificate, const hd_theorem *theorem, const hd_bound *bound);

/* The text, on the heap, ended by 0. NULL without memory. */
char *hd_certificate_text(const hd_certificate *certificate, size_t *length);

/* Writes it whole or not at all (output.h): whoever reads sees all of the old one or all of the new one. `-` is the
 * standard output.
 *   fails: false, with a reason */
bool hd_certificate_write(const hd_certificate *certificate, const char *name, char reason[HD_REASON_MAX]);

/* Whether a file of that name could be written now: better known before a long run than after it.
 *   fails: false, with a reason */
bool hd_certificate_can_write(const char *name, char reason[HD_REASON_MAX]);

/* Reads a text. fails: false, with a reason; the certificate is then empty */
bool hd_certificate_parse(const char *text, size_t length, hd_certificate *certificate, char reason[HD_REASON_MAX]);
bool hd_certificate_read(const char *name, hd_certificate *certificate, char reason[HD_REASON_MAX]);

/* Takes the records of `from` in: those of one theorem and bound become one where they follow one another, however the
 * files came. Requires `into` to hold what such calls have made of it, in order.
 *   fails: false, with a reason: cases that are in both; no memory */
bool hd_certificate_merge(hd_certificate *into, const hd_certificate *from, char reason[HD_REASON_MAX]);

#endif

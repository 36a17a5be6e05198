/* What do the emulations of the device layer say, and how are places and numbers put into words? For code of a program,
 * not of a kernel. The rules of tensor memory have their sentences in tmem/emulator*.c; these are the others.
 *
 * Invariant: a sentence is a template, the same whichever emulation found the fault: {0}..{6} stand for numbers, {x0}..
 * for the same in hexadecimal, {w0} and {w1} for what two threads stand at. */
#ifndef HEDDLE_KERNELS_SENTENCES_H
#define HEDDLE_KERNELS_SENTENCES_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define HD_SAYS_DIVERGED \
  "the warp has diverged: thread {0} {w0}, thread {1} {w1}; an instruction of a whole warp needs all 32 threads"
#define HD_SAYS_DIFFERENT ": {x0} here, {x1} thread {2}"
#define HD_SAYS_READ_EARLY "a loaded register is read before the wait (wait::ld)"
#define HD_SAYS_UNDER_WAY "too much is under way; wait for some of it"
#define HD_SAYS_DEADLOCK "nobody can go on"
#define HD_SAYS_NOT_SHARED "this is no place in shared memory"
#define HD_SAYS_MISALIGNED "memory is not aligned: {0} bytes move at a time, and these lie {1} behind a multiple"
#define HD_SAYS_BAD_SYNC "barriers are 0 to 15, and threads a multiple of 32"
#define HD_SAYS_NO_BARRIER "this mbarrier is not initialised (HD_BARRIER_INIT)"
#define HD_SAYS_BARRIER_TWICE "this mbarrier is initialised already"
#define HD_SAYS_NO_ARRIVALS "an mbarrier waits for at least one arrival"
#define HD_SAYS_MANY_BARRIERS "there are 48 mbarriers already"
#define HD_SAYS_BAD_LAUNCH "a launch has blocks, and each of them 32 to 1024 threads, a multiple of 32"
#define HD_SAYS_BAD_COLUMNS "tensor memory has 1 to 65536 columns; 0 stands for 512"
#define HD_SAYS_NO_MEMORY "no memory for the emulation"

/* What a thread does at a wish, an hd_wish_kind: "tcgen05.ld". */
static inline const char *hd_say_kind(int kind) {
  static const char *const name[] = {
      "runs",
      "has returned",
      "tcgen05.ld",
      "tcgen05.st",
      "tcgen05.wait::ld",
      "tcgen05.wait::st",
      "tcgen05.alloc",
      "tcgen05.dealloc",
      "tcgen05.relinquish_alloc_permit",
      "a barrier of threads",
      "a barrier of its warp",
      "an mbarrier",
  };
  return name[kind];
}

/* What a thread stands at, in a few words: "stands at tcgen05.ld, k.c:12". */
static inline void hd_say_wish(int kind, const char *file, int line, char *text, size_t capacity) {
  if (kind < 2) snprintf(text, capacity, "%s", hd_say_kind(kind));
  else snprintf(text, capacity, "stands at %s, %.120s:%d", hd_say_kind(kind), file, line);
}

/* A template filled in. word: of {w0} and {w1}; NULL where the template has none. */
static inline void hd_say(char *text, size_t capacity, const char *sentence, const int64_t *number,
                          const char *const *word) {
  size_t length = 0;
  text[0] = 0;
  while (*sentence != 0 && length + 1 < capacity) {
    const char kind = sentence[0] == '{' ? sentence[1] : 0;
    const char *const digit = sentence + (kind == 'x' || kind == 'w' ? 2 : 1);
    int wrote = 1;
    if (kind == 0 || *digit < '0' || *digit > '6' || digit[1] != '}') {
      text[length] = *sentence++;
      text[length + 1] = 0;
    } else {
      const int k = *digit - '0';
      if (kind == 'x') wrote = snprintf(text + length, capacity - length, "0x%08X", (unsigned)number[k]);
      else if (kind == 'w') wrote = snprintf(text + length, capacity - length, "%s", word[k]);
      else wrote = snprintf(text + length, capacity - length, "%lld", (long long)number[k]);
      sentence = digit + 2;
    }
    length += (size_t)wrote;
  }
}

/* "k.c:12: thread 37 (warp 1, lane 5), register 3: TEXT (tcgen05.ld at k.c:10)" as far as there are such. file and
 * other_file NULL, thread and number below 0: none. */
static inline void hd_say_fault(char *text, size_t capacity, const char *file, int line, int thread, int number,
                                const char *sentence, int other_kind, const char *other_file, int other_line) {
  char here[200] = "", who[64] = "", which[32] = "", other[200] = "";
  if (file != NULL) snprintf(here, sizeof here, "%.160s:%d: ", file, line);
  if (thread >= 0) snprintf(who, sizeof who, "thread %d (warp %d, lane %d)", thread, thread / 32, thread % 32);
  if (number >= 0) snprintf(which, sizeof which, ", register %d", number);
  if (other_file != NULL)
    snprintf(other, sizeof other, " (%s at %.100s:%d)", hd_say_kind(other_kind), other_file, other_line);
  int length =
      snprintf(text, capacity, "%s%s%s%s%.300s%s", here, who, which, thread >= 0 ? ": " : "", sentence, other);
  if (length >= (int)capacity) memcpy(text + capacity - 4, "...", 4);
}

#endif

/* `heddle tmem forms`: every legal opcode, or those of one target. */
#include "proofs/command_tmem.h"

#include "tmem/opcode.h"

#include <stdio.h>
#include <string.h>

static void print_opcode(const hd_opcode *opcode) {
  char text[HD_OPCODE_TEXT];
  hd_json *json = hd_answer_json();
  hd_opcode_print(opcode, text, sizeof text);
  if (json == NULL) puts(text);
  else hd_json_text(json, NULL, text);
}

static void print_all(const hd_target *target) {
  if (hd_answer_json() != NULL) hd_json_list(hd_answer_json(), "forms");
  for (int id = 0; id < HD_OPCODES; id++) {
    for (int64_t k = 0; k < hd_opcode_ways((hd_opcode_id)id); k++) {
      hd_opcode opcode;
      if (!hd_opcode_at((hd_opcode_id)id, k, &opcode)) continue;
      if (target == NULL || hd_opcode_on(&opcode, *target)) print_opcode(&opcode);
    }
  }
}

int hd_tmem_forms(int argc, char **argv) {
  const char *name = NULL;
  hd_target target;
  hd_error error;
  const hd_tmem_option options[] = {{"--target", NULL, &name, NULL}};
  const int code = hd_tmem_read(argc, argv, options, (int)(sizeof options / sizeof options[0]), NULL, 0);
  if (code != 0) return code;
  if (name != NULL && hd_target_find(name, strlen(name), &error, &target) != HD_OK) {
    return hd_tmem_refuse(NULL, &error);
  }
  print_all(name == NULL ? NULL : &target);
  return 0;
}

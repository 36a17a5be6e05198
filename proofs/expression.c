/* Text to value in one call. */
#include "proofs/expression.h"

#include "proofs/interpret.h"

hd_status hd_expression_value(const char *text, size_t length, hd_error *error, hd_value *value) {
  hd_syntax syntax;
  hd_error local;
  if (error == NULL) error = &local;
  hd_status status = hd_parse_expression(text, length, error, &syntax);
  if (status != HD_OK) return status;
  const hd_environment none = {NULL};
  status = hd_interpret(&syntax, syntax.root, &none, error, value);
  hd_syntax_free(&syntax);
  return status;
}

/* The operations of tensor memory among those that rows of refusals call (refusal.h). */
#ifndef HEDDLE_TESTS_SUPPORT_REFUSAL_TMEM_H
#define HEDDLE_TESTS_SUPPORT_REFUSAL_TMEM_H

#include "refusal.h"

/* The operation of that name; NULL when there is none. */
const hd_test_operation *hd_test_tmem_operation_find(const char *name);

#endif

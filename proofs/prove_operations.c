/* The library's own functions, each under its name. */
#include "proofs/prove_operations.h"

const hd_operations hd_operations_real = {
#define HD_OPERATION_REAL(name, declarator) .name = hd_##name,
    HD_OPERATION_LIST(HD_OPERATION_REAL)
#undef HD_OPERATION_REAL
};

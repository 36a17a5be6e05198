/* All of tensor memory. */
#ifndef HEDDLE_TMEM_TMEM_H
#define HEDDLE_TMEM_TMEM_H

#include "form.h"
#include "geometry.h"
#include "instruction.h"
#include "view.h"

#endif

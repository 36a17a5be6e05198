/* All of tensor memory. */
#ifndef HEDDLE_TMEM_TMEM_H
#define HEDDLE_TMEM_TMEM_H

#include "allocation.h"
#include "apply.h"
#include "copy.h"
#include "copy_source.h"
#include "datapath.h"
#include "emulator.h"
#include "form.h"
#include "geometry.h"
#include "instruction.h"
#include "issue.h"
#include "opcode.h"
#include "plan.h"
#include "spread.h"
#include "view.h"

#endif

/* How does a program run a kernel on an emulating GPU, and what does it say of the first fault? Part of launch.h.
 *
 * Invariant: a launch begins with all of its blocks' state zero and no fault, and ends with the fault, if there is one, in
 * the report, in the words of the host emulation. */
#ifndef HEDDLE_KERNELS_EMULATION_LAUNCH_H
#define HEDDLE_KERNELS_EMULATION_LAUNCH_H

typedef struct hd_launch {
  int blocks, threads;    /* threads of a block, a multiple of 32, at most 1024 */
  uint64_t seed;          /* of what the manual leaves open */
  int columns;            /* of tensor memory; 0: 512 */
  int taken;              /* columns that other blocks hold for good */
  bool without_reduction; /* the target has no tcgen05.ld.red, as sm_100a */
  bool unchecked;         /* of the host emulation alone */
} hd_launch;

/* What went wrong first. */
typedef struct hd_report {
  int status;                /* 0: nothing did; of a fault, the number of its hd_status; else what the runtime says */
  int line;                  /* of the instruction; 0: of none */
  int block, thread, number; /* number: of the register; -1: of none */
  int other_line;            /* of the other instruction that the text speaks of; or 0 */
  char text[640];            /* all of it in words: "k.c:12: thread 37 (warp 1, lane 5), register 3: ..." */
} hd_report;

namespace hd_emulated {

/* Words for a fault that a kernel noted. */
static inline void say_noted(const hd_fault *fault, hd_report *report) {
  char sentence[300], hint[256], stands[2][200], all[720], caller[64] = "", operation[64] = "";
  const char *const word[] = {stands[0], stands[1]};
  const bool named = fault->operation[0] != 0;
  for (int k = 0; k < 2; ++k)
    hd_say_wish(fault->stands[k].kind, fault->stands[k].file, fault->stands[k].line, stands[k], sizeof stands[k]);
  hd_say(sentence, sizeof sentence, fault->reason, fault->numbers, word);
  hd_say(hint, sizeof hint, named ? fault->hint : fault->caller, fault->numbers, word);
  if (named && fault->caller[0] != 0 && strcmp(fault->caller, fault->operation) != 0)
    snprintf(caller, sizeof caller, "%.60s: ", fault->caller);
  if (named) snprintf(operation, sizeof operation, "%.60s: ", fault->operation);
  snprintf(all, sizeof all, "%s%s%s%s%s", caller, operation, sentence, named && hint[0] != 0 ? "; " : "", hint);
  report->line = fault->here.line;
  report->block = fault->block;
  report->thread = fault->thread;
  report->number = fault->number;
  report->other_line = fault->other.line;
  hd_say_fault(report->text, sizeof report->text, fault->here.line == 0 ? NULL : fault->here.file, fault->here.line,
               fault->thread, fault->number, all, fault->other.kind, fault->other.line == 0 ? NULL : fault->other.file,
               fault->other.line);
}

static inline int fail_launch(hd_report *report, int status, const char *text) {
  report->status = status;
  snprintf(report->text, sizeof report->text, "%s", text);
  return status;
}

/* Makes the state of a launch, that begin_launch's kernel finds. 0 when it may begin. */
static inline int begin_launch(const hd_launch *launch, hd_report *report) {
  const size_t blocks = (size_t)launch->blocks,
               columns = (size_t)(launch->columns == 0 ? (int)HD_COLUMNS : launch->columns);
  hd_setting now = {};
  memset(report, 0, sizeof *report);
  report->thread = report->number = -1;
  if (launch->blocks < 1 || launch->threads < HD_WARP_THREADS || launch->threads > HD_BLOCK_THREADS ||
      launch->threads % HD_WARP_THREADS != 0)
    return fail_launch(report, HD_RANGE, HD_SAYS_BAD_LAUNCH);
  if (launch->columns < 0 || launch->columns > HD_COLUMNS_MAX)
    return fail_launch(report, HD_RANGE, HD_SAYS_BAD_COLUMNS);
  now.emulator_bytes = HD_EMULATOR_BYTES(columns);
  now.block_bytes = (sizeof(hd_block) + now.emulator_bytes + 255) / 256 * 256;
  now.seed = launch->seed;
  now.columns = launch->columns;
  now.taken = launch->taken;
  now.without_reduction = launch->without_reduction;
  cudaError_t error = cudaMalloc((void **)&now.blocks, blocks * now.block_bytes + sizeof(hd_fault));
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    return fail_launch(report, HD_CAPACITY, HD_SAYS_NO_MEMORY);
  }
  now.fault = (hd_fault *)(now.blocks + blocks * now.block_bytes);
  if (error == cudaSuccess) error = cudaMemset(now.blocks, 0, blocks * now.block_bytes + sizeof(hd_fault));
  if (error == cudaSuccess) error = cudaMemcpyToSymbol(hd_now, &now, sizeof now);
  return error == cudaSuccess ? 0 : fail_launch(report, (int)error, cudaGetErrorString(error));
}

/* Waits for a launch's end, takes its fault and gives back what it had. */
static inline int end_launch(hd_report *report) {
  hd_setting now;
  hd_fault fault;
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaSuccess) error = cudaMemcpyFromSymbol(&now, hd_now, sizeof now);
  if (error == cudaSuccess) error = cudaMemcpy(&fault, now.fault, sizeof fault, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) return fail_launch(report, (int)error, cudaGetErrorString(error));
  cudaFree(now.blocks);
  report->status = fault.taken == 0 ? 0 : fault.status;
  if (fault.taken != 0) say_noted(&fault, report);
  return report->status;
}

} // namespace hd_emulated

#define HD_LAUNCH(name, launch, arguments, report) \
  (hd_emulated::begin_launch(launch, report) != 0  \
       ? (report)->status                          \
       : (name<<<(launch)->blocks, (launch)->threads>>>(*(arguments)), hd_emulated::end_launch(report)))

#endif

/* How does a program run a kernel of device.h, on whatever machine it is compiled for?
 *
 *   HD_LAUNCH(name, launch, arguments, report)     runs a kernel to its end. `launch` points to an hd_launch (blocks,
 *                                                  threads; the rest is for the host emulation), `arguments` to the struct
 *                                                  that HD_KERNEL was given. 0 when all went well, else why in *report
 *   hd_buffer_new(bytes, from)                     memory that kernels reach, a copy of `from`, or zeroes where that is
 *                                                  NULL; NULL when there is none
 *   hd_buffer_read(to, buffer, bytes)              copies it back
 *   hd_buffer_delete(buffer)                       gives it back
 *
 * For code of a program around a kernel: on a GPU, of the CUDA runtime; on the host, of the C library. */
#ifndef HEDDLE_KERNELS_LAUNCH_H
#define HEDDLE_KERNELS_LAUNCH_H

#include "device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__CUDACC__)

#if defined(HD_EMULATE)
#include "emulation_launch.h"
#else
typedef struct hd_launch {
  int blocks, threads;
  uint64_t seed;
  int columns, taken;
  bool without_reduction, unchecked;
} hd_launch;

typedef struct hd_report {
  int status;
  char text[640];
} hd_report;

static inline int hd_launched(hd_report *report) {
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  report->status = (int)error;
  snprintf(report->text, sizeof report->text, "%s", error == cudaSuccess ? "" : cudaGetErrorString(error));
  return report->status;
}
#define HD_LAUNCH(name, launch, arguments, report) \
  (name<<<(launch)->blocks, (launch)->threads>>>(*(arguments)), hd_launched(report))
#endif

static inline void *hd_buffer_new(size_t bytes, const void *from) {
  void *buffer = NULL;
  if (cudaMalloc(&buffer, bytes) != cudaSuccess) return NULL;
  cudaError_t error = from != NULL ? cudaMemcpy(buffer, from, bytes, cudaMemcpyDefault) : cudaMemset(buffer, 0, bytes);
  if (error == cudaSuccess) return buffer;
  cudaFree(buffer);
  return NULL;
}
static inline void hd_buffer_read(void *to, const void *buffer, size_t bytes) {
  cudaMemcpy(to, buffer, bytes, cudaMemcpyDefault);
}
static inline void hd_buffer_delete(void *buffer) { cudaFree(buffer); }

#else

#define HD_LAUNCH(name, launch, arguments, report) ((int)hd_host_launch(name##_thread, arguments, launch, report))

static inline void *hd_buffer_new(size_t bytes, const void *from) {
  void *buffer = aligned_alloc(1024, (bytes + 1023) / 1024 * 1024);
  if (buffer == NULL) return NULL;
  if (from != NULL) memcpy(buffer, from, bytes);
  else memset(buffer, 0, bytes);
  return buffer;
}
static inline void hd_buffer_read(void *to, const void *buffer, size_t bytes) { memcpy(to, buffer, bytes); }
static inline void hd_buffer_delete(void *buffer) { free(buffer); }

#endif
#endif

/* Heddle without a C library: a program for Linux on x86-64 that begins at _start and speaks to the kernel itself.
 *
 *   cc -ffreestanding -nostdlib -static freestanding.c heddle.c */
#include "heddle.h"

#include "compose.h"
#include "memory.h"

static long call(long number, long a, const void *b, size_t c) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return result;
}

enum { WRITE = 1, EXIT = 60, OUTPUT = 1 };

__attribute__((used, noreturn)) static void run(void) {
  char text[COMPOSED_MAX + 1];
  hd_status status = compose("(10,2):(16,4)", 13, "(5,4):(1,5)", 11, text);
  size_t length = 0;
  while (text[length] != 0) ++length;
  text[length++] = '\n';
  bool written = call(WRITE, OUTPUT, text, length) == (long)length;
  for (;;) call(EXIT, status != HD_OK || !written, NULL, 0);
}

/* The stack is aligned at the start, and a function expects it as a call leaves it. */
__asm__(".globl _start\n_start: xor %ebp, %ebp\n call run\n");

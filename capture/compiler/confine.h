/* Confinement of the kernel compiler: clang, LLVM and ld have a program's text before them, and every mistake
 * of theirs is its. */
#ifndef POISE_CAPTURE_COMPILER_CONFINE_H
#define POISE_CAPTURE_COMPILER_CONFINE_H

#include "capture/confinement.h"

#include "common/error.h"

/* From now on this process and what it starts can read files, as a program includes what it likes, and write
 * to the folder of `output` alone, temporary files too; no network, no other processes, no file of the
 * program that has started it. What the system lacks is left out, with CONFINE_REQUIRE it is an error. */
int capture_confine_compiler(capture_confinement how, const char *output, poise_error *err);

#endif

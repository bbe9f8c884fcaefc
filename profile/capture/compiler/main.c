/* poise-kernel-compiler SOURCE OUTPUT [OPTIONS]: compiles an OpenCL C file to a shared object of instrumented
 * kernels. A program of its own, so that LLVM never lives in the process of the traced program. The exit code
 * is a poise_code; POISE_USAGE means bad build options. */
#include "profile/capture/compiler/compile.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: poise-kernel-compiler SOURCE OUTPUT [OPTIONS]\n");
        return POISE_USAGE;
    }
    poise_error err = {0};
    int failed = capture_compile(argv[1], argc == 4 ? argv[3] : "", argv[2], &err);
    if (failed)
        fprintf(stderr, "error: %s\n", err.text);
    return failed;
}

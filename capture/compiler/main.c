/* poise-kernel-compiler: OpenCL C to a shared object of instrumented kernels, as clBuildProgram,
 * clCompileProgram and clLinkProgram need it. A program of its own, so that LLVM never lives in the process
 * of the traced program. The exit code is a poise_code; POISE_USAGE means bad build options. */
#include "capture/compiler/compile.h"
#include "capture/compiler/confine.h"
#include "capture/compiler/link_bitcode.h"

#include <llvm/Config/llvm-config.h>
#include <stdio.h>
#include <string.h>

static int build(int n, char **words, poise_error *err)
{
    (void)n;
    return capture_compile(words[0], words[2], words[1], err);
}

/* For tests that compare with other interpreters of the same code. */
static int flatten(int n, char **words, poise_error *err)
{
    (void)n;
    return capture_compile_flat(words[0], words[2], words[1], err);
}

static int compile(int n, char **words, poise_error *err)
{
    (void)n;
    return capture_compile_object(words[0], words[2], words[3], words[1], err);
}

static int link_executable(int n, char **words, poise_error *err)
{
    return capture_link(words + 1, (size_t)n - 1, words[0], err);
}

static int link_library(int n, char **words, poise_error *err)
{
    return capture_link_bitcode(words + 1, (size_t)n - 1, words[0], err);
}

/* What it was built with: traces of one LLVM are not those of another (docs/CAPTURE.md). */
static int version(int n, char **words, poise_error *err)
{
    (void)n, (void)words, (void)err;
    printf("LLVM %s\nlibclc %s\n", LLVM_VERSION_STRING, POISE_LIBCLC);
    return POISE_OK;
}

static const struct {
    const char *name, *words;
    int least, most; /* words */
    int output;      /* which of them it writes; -1 = none */
    int (*run)(int n, char **words, poise_error *err);
} jobs[] = {
    {"build", "SOURCE OUTPUT OPTIONS", 3, 3, 1, build},
    {"flatten", "SOURCE OUTPUT OPTIONS", 3, 3, 1, flatten},
    {"compile", "SOURCE OUTPUT OPTIONS HEADERS", 4, 4, 1, compile},
    {"link", "OUTPUT OBJECT...", 2, 1 << 20, 0, link_executable},
    {"library", "OUTPUT OBJECT...", 2, 1 << 20, 0, link_library},
    {"version", "", 0, 0, -1, version},
};

enum { N_JOBS = sizeof jobs / sizeof *jobs };

int main(int argc, char **argv)
{
    for (int i = 0; i < N_JOBS && argc > 1; i++) {
        int n = argc - 2;
        if (strcmp(argv[1], jobs[i].name) != 0 || n < jobs[i].least || n > jobs[i].most)
            continue;
        poise_error err = {0};
        int code = POISE_OK;
        if (jobs[i].output >= 0)
            code = capture_confine_compiler(capture_confinement_read(), argv[2 + jobs[i].output], &err);
        if (code == POISE_OK)
            code = jobs[i].run(n, argv + 2, &err);
        if (code != POISE_OK)
            fprintf(stderr, "error: %s\n", err.text);
        return code;
    }
    for (int i = 0; i < N_JOBS; i++)
        fprintf(stderr, "usage: poise-kernel-compiler %s %s\n", jobs[i].name, jobs[i].words);
    return POISE_USAGE;
}

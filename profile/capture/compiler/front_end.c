#include "profile/capture/compiler/front_end.h"

#include "common/file.h"
#include "profile/capture/process.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* No vectorisers and no unrolling: a GPU compiler vectorises over work-items, and unrolling would leave the
 * loops' structure out of the trace. -disable-loop-idiom-all keeps loops from becoming calls of memset and
 * memcpy. The source comes through standard input, so that includes with "" are looked up in the program's
 * own folder and no path gets into messages. */
static const char *const fixed_arguments[] = {
    "clang-14",
    "-x",
    "cl",
    "-cl-std=CL1.2",
    "--target=spir64",
    "-O2",
    "-gline-tables-only",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-color-diagnostics",
    "-mllvm",
    "-disable-loop-idiom-all",
    "-Wno-linker-warnings", /* the libraries name other targets; their layouts agree where OpenCL C has types
                             */
    "-emit-llvm",
    "-c",
};

enum { N_FIXED = sizeof fixed_arguments / sizeof *fixed_arguments, N_EXTRA = 16 };

typedef struct argument_list {
    const char **word;
    size_t n;
} argument_list;

static void add(argument_list *list, const char *word)
{
    list->word[list->n++] = word;
}

/* Only what is still undefined is taken from a library, so that ours goes before libclc. */
static void add_library(argument_list *list, const char *path)
{
    add(list, "-Xclang");
    add(list, "-mlink-builtin-bitcode");
    add(list, "-Xclang");
    add(list, path);
}

int capture_front_end(const char *source, const capture_options *options, const char *bitcode,
                      poise_error *err)
{
    char builtins[PATH_MAX];
    int failed = poise_find_installed("poise-builtins.bc", builtins, sizeof builtins, err);
    if (failed)
        return failed;
    argument_list list = {.word = calloc(N_FIXED + N_EXTRA + options->n_words, sizeof(char *))};
    if (!list.word)
        return poise_fail(err, POISE_FAILED, "out of memory for the front end's arguments");
    for (size_t i = 0; i < N_FIXED; i++)
        add(&list, fixed_arguments[i]);
    add_library(&list, builtins);
    add_library(&list, POISE_LIBCLC);
    for (size_t i = 0; i < options->n_words; i++)
        add(&list, options->words[i]);
    add(&list, "-o");
    add(&list, bitcode);
    add(&list, "-");
    int status;
    failed = capture_run_process((char *const *)(const void *)list.word, source, NULL, &status, err);
    free(list.word);
    if (!failed && status)
        failed = poise_fail(err, POISE_FAILED, "the kernel does not compile");
    return failed;
}

#include "capture/compiler/front_end.h"

#include "capture/process.h"
#include "common/file.h"

#include <limits.h>
#include <llvm/Config/llvm-config.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the device has and nothing else: the spir64 target would define the macros of all extensions that
 * clang knows. */
static const char language_extensions[] =
    "-cl-ext=-all"
#define EXTENSION(name) ",+" #name
#include "capture/extensions.def"
#undef EXTENSION
    ",+cl_clang_storage_class_specifiers,+__cl_clang_bitfields"; /* enabled in prelude.h */

/* No vectorisers and no unrolling: a GPU compiler vectorises over work-items, and unrolling would leave the
 * loops' structure out of the trace. -disable-loop-idiom-all keeps loops from becoming calls of memset and
 * memcpy. */
static const char *const code_arguments[] = {
    "--target=spir64",
    "-O2",
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
#if LLVM_VERSION_MAJOR == 15
    "-Xclang",
    "-opaque-pointers", /* as in libclc's bitcode; clang 15 has them for other targets only */
#endif
};

/* The source comes through standard input, so that includes with "" are looked up in the program's own folder
 * and no path gets into messages. */
static const char *const language_arguments[] = {
    "-x",
    "cl",
    "-cl-std=CL1.2",
    "-gline-tables-only",
    "-cl-kernel-arg-info",
    "-fno-builtin-printf",      /* C has puts and putchar for simple texts, OpenCL C has not */
    "-fgnu89-inline",           /* a plain `inline` function has a body, as with other OpenCL compilers */
    "-U__IMAGE_SUPPORT__",      /* CL_DEVICE_IMAGE_SUPPORT is CL_FALSE */
    "-D__OPENCL_VERSION__=120", /* the device's (OpenCL 1.2 section 6.10): clang does not know it */
    "-Xclang",
    language_extensions,
};

enum {
    N_CODE = sizeof code_arguments / sizeof *code_arguments,
    N_LANGUAGE = sizeof language_arguments / sizeof *language_arguments,
    N_EXTRA = 24,
};

typedef struct argument_list {
    const char **word;
    size_t n;
} argument_list;

static void add(argument_list *list, const char *word)
{
    list->word[list->n++] = word;
}

static void add_all(argument_list *list, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add(list, words[i]);
}

/* Programs of OpenCL C 1.2 have these; clang 14 warns of them, later ones refuse them unless told otherwise.
 */
static void add_tolerance(argument_list *list, const capture_options *options)
{
    for (size_t i = 0; i < options->n_words; i++) {
        if (strcmp(options->words[i], "-Werror") == 0)
            return;
    }
    add(list, "-Wno-error=int-conversion");
    add(list, "-Wno-error=implicit-int");
}

/* Only what is still undefined is taken from a library, so that ours goes before libclc. */
static void add_library(argument_list *list, const char *path)
{
    add(list, "-Xclang");
    add(list, "-mlink-builtin-bitcode");
    add(list, "-Xclang");
    add(list, path);
}

static int run_clang(argument_list *list, const char *input, poise_error *err)
{
    int status;
    int code = capture_run_process((char *const *)(const void *)list->word, input, NULL, &status, err);
    free(list->word);
    if (code == POISE_OK && status > CAPTURE_STATUS_SIGNAL)
        code = poise_fail(err, POISE_FAILED, "clang was ended by signal %d (%s)",
                          status - CAPTURE_STATUS_SIGNAL, strsignal(status - CAPTURE_STATUS_SIGNAL));
    else if (code == POISE_OK && status)
        code = poise_fail(err, POISE_FAILED, "the kernel does not compile");
    return code;
}

static int start_list(argument_list *list, size_t n_words, poise_error *err)
{
    *list = (argument_list){.word = calloc(N_CODE + N_LANGUAGE + N_EXTRA + n_words, sizeof(char *))};
    if (!list->word)
        return poise_fail(err, POISE_FAILED, "out of memory for the front end's arguments");
    add(list, POISE_CLANG);
    add_all(list, code_arguments, N_CODE);
    return POISE_OK;
}

int capture_front_end(const char *source, const capture_options *options, capture_code_state state,
                      const char *headers, const char *bitcode, poise_error *err)
{
    char builtins[PATH_MAX], header[PATH_MAX], rule[PATH_MAX];
    argument_list list;
    snprintf(rule, sizeof rule, "%s.d", bitcode);
    int code = poise_find_installed("poise-builtins.bc", builtins, sizeof builtins, err);
    if (code == POISE_OK)
        code = poise_find_installed("poise-builtins.h", header, sizeof header, err);
    if (code == POISE_OK)
        code = start_list(&list, options->n_words, err);
    if (code != POISE_OK)
        return code;
    add_all(&list, language_arguments, N_LANGUAGE);
    add(&list, "-include");
    add(&list, header);
    add_library(&list, builtins);
    add_library(&list, POISE_LIBCLC);
    if (state == CAPTURE_AS_WRITTEN) {
        add(&list, "-Xclang");
        add(&list, "-disable-llvm-passes");
    }
    if (headers) {
        add(&list, "-I");
        add(&list, headers);
    }
    add_tolerance(&list, options);
    add_all(&list, (const char *const *)options->words, options->n_words);
    add(&list, "-MD");
    add(&list, "-MF");
    add(&list, rule);
    add(&list, "-o");
    add(&list, bitcode);
    add(&list, "-");
    return run_clang(&list, source, err);
}

int capture_optimise(const char *bitcode, poise_error *err)
{
    argument_list list;
    int code = start_list(&list, 0, err);
    if (code != POISE_OK)
        return code;
    add(&list, "-x");
    add(&list, "ir");
    add(&list, "-o");
    add(&list, bitcode);
    add(&list, bitcode);
    return run_clang(&list, NULL, err);
}

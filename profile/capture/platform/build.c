#include "profile/capture/platform/build.h"

#include "common/file.h"
#include "profile/capture/platform/session.h"
#include "profile/capture/process.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_BINARY = 1 << 30, LARGEST_LOG = 1 << 24 };

/* A private folder for the files of one build; removed with them. */
typedef struct workshop {
    char folder[PATH_MAX / 2];
    char source[PATH_MAX], binary[PATH_MAX], log[PATH_MAX];
} workshop;

static int open_workshop(workshop *w, poise_error *err)
{
    const char *base = getenv("TMPDIR");
    int length =
        snprintf(w->folder, sizeof w->folder, "%s/poise-build-XXXXXX", base && *base ? base : "/tmp");
    if (length < 0 || (size_t)length >= sizeof w->folder || !mkdtemp(w->folder))
        return poise_fail_errno(err, POISE_FAILED, "cannot make a folder for the build in %s",
                                base ? base : "/tmp");
    snprintf(w->source, sizeof w->source, "%s/program.cl", w->folder);
    snprintf(w->binary, sizeof w->binary, "%s/program.so", w->folder);
    snprintf(w->log, sizeof w->log, "%s/log", w->folder);
    return 0;
}

static void close_workshop(const workshop *w)
{
    unlink(w->source);
    unlink(w->binary);
    unlink(w->log);
    rmdir(w->folder);
}

static int write_file(const char *path, const void *data, size_t bytes, poise_error *err)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
    bool is_written = fwrite(data, 1, bytes, file) == bytes;
    if (fclose(file) || !is_written)
        return poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
    return 0;
}

/* The log says what the compiler said, or why it could not be asked. */
static void set_log(cl_program program, const workshop *w, const poise_error *err)
{
    size_t size;
    free(program->log);
    program->log = NULL;
    if (err->code == POISE_OK && poise_read_file(w->log, LARGEST_LOG, &program->log, &size, NULL) == 0)
        return;
    program->log = strdup(err->text);
}

/* The kernel compiler lies beside the platform's shared object, wherever the traced program is. */
static int find_compiler(char *out, size_t size, poise_error *err)
{
    static const char marker[] = "";
    Dl_info info;
    if (!dladdr(marker, &info) || !info.dli_fname)
        return poise_fail(err, POISE_FAILED, "the platform cannot find its own shared object");
    const char *slash = strrchr(info.dli_fname, '/');
    int folder = slash ? (int)(slash - info.dli_fname) : 1;
    int length = snprintf(out, size, "%.*s/poise-kernel-compiler", folder, slash ? info.dli_fname : ".");
    if (length < 0 || (size_t)length >= size || access(out, X_OK))
        return poise_fail(err, POISE_FAILED, "cannot find poise-kernel-compiler beside %s", info.dli_fname);
    return 0;
}

static int run_compiler(const workshop *w, const char *options, int *status, poise_error *err)
{
    char compiler[PATH_MAX];
    int failed = find_compiler(compiler, sizeof compiler, err);
    if (failed)
        return failed;
    const char *const arguments[] = {compiler, w->source, w->binary, options, NULL};
    return capture_run_process((char *const *)(const void *)arguments, NULL, w->log, status, err);
}

static cl_int load(cl_program program, const workshop *w, poise_error *err)
{
    if (capture_program_load(w->binary, &program->image, err))
        return CL_INVALID_BINARY;
    return CL_SUCCESS;
}

static cl_int compile_and_load(cl_program program, const char *options, const workshop *w, poise_error *err)
{
    int status = 0;
    if (write_file(w->source, program->source, strlen(program->source), err) ||
        run_compiler(w, options, &status, err))
        return CL_COMPILER_NOT_AVAILABLE;
    if (status == POISE_USAGE)
        return CL_INVALID_BUILD_OPTIONS;
    if (status)
        return CL_BUILD_PROGRAM_FAILURE;
    free(program->binary);
    program->binary = NULL;
    if (poise_read_file(w->binary, LARGEST_BINARY, &program->binary, &program->binary_bytes, err))
        return CL_OUT_OF_HOST_MEMORY;
    return load(program, w, err) ? CL_BUILD_PROGRAM_FAILURE : CL_SUCCESS;
}

static void report_failure(const cl_program program)
{
    char sentence[POISE_ERROR_TEXT];
    const char *log = program->log ? program->log : "";
    snprintf(sentence, sizeof sentence, "a kernel does not compile: %.*s", (int)strcspn(log, "\n"), log);
    capture_session_report_error(CAPTURE_REPORT_BUILD, sentence);
}

cl_int capture_build_source(cl_program program, const char *options)
{
    workshop w;
    poise_error err = {0};
    if (open_workshop(&w, &err)) {
        program->log = strdup(err.text);
        return CL_OUT_OF_RESOURCES;
    }
    cl_int code = compile_and_load(program, options, &w, &err);
    set_log(program, &w, &err);
    close_workshop(&w);
    if (code)
        report_failure(program);
    return code;
}

cl_int capture_build_binary(cl_program program)
{
    workshop w;
    poise_error err = {0};
    if (open_workshop(&w, &err))
        return CL_OUT_OF_RESOURCES;
    cl_int code = write_file(w.binary, program->binary, program->binary_bytes, &err)
                      ? CL_OUT_OF_RESOURCES
                      : load(program, &w, &err);
    free(program->log);
    program->log = strdup(err.text);
    close_workshop(&w);
    return code;
}

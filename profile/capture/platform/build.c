#include "profile/capture/platform/build.h"

#include "common/file.h"
#include "profile/capture/platform/beside.h"
#include "profile/capture/platform/binary.h"
#include "profile/capture/platform/session.h"
#include "profile/capture/platform/workshop.h"
#include "profile/capture/process.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_BINARY = 1 << 30, LARGEST_LOG = 1 << 24 };

/* Files of a workshop. */
static const char source_file[] = "program.cl", result_file[] = "program.so", log_file[] = "log",
                  header_folder[] = "headers";

/* One run of the kernel compiler. */
typedef struct build_job {
    capture_workshop workshop;
    char compiler[PATH_MAX], source[PATH_MAX], result[PATH_MAX], headers[PATH_MAX], log[PATH_MAX];
    cl_program_binary_type type; /* of the result */
    poise_error err;
} build_job;

static cl_int open_job(build_job *job, cl_program_binary_type type)
{
    *job = (build_job){.type = type};
    if (capture_workshop_open(&job->workshop, &job->err))
        return CL_OUT_OF_RESOURCES;
    capture_workshop_path(&job->workshop, source_file, job->source);
    capture_workshop_path(&job->workshop, result_file, job->result);
    capture_workshop_path(&job->workshop, header_folder, job->headers);
    capture_workshop_path(&job->workshop, log_file, job->log);
    return capture_find_beside("poise-kernel-compiler", job->compiler, sizeof job->compiler, &job->err)
               ? CL_COMPILER_NOT_AVAILABLE
               : CL_SUCCESS;
}

/* The log says what the compiler said, or why it could not be asked. */
static void set_log(cl_program program, const build_job *job)
{
    size_t size;
    free(program->log);
    program->log = NULL;
    if (job->err.code != POISE_OK || poise_read_file(job->log, LARGEST_LOG, &program->log, &size, NULL))
        program->log = strdup(job->err.text);
}

/* The traced program may hide it: the command says it too. */
static void report_failure(const cl_program program)
{
    char sentence[POISE_ERROR_TEXT];
    const char *log = program->log ? program->log : "";
    snprintf(sentence, sizeof sentence, "a kernel does not compile: %.*s", (int)strcspn(log, "\n"), log);
    capture_session_report_error(CAPTURE_REPORT_REFUSED, sentence);
}

static cl_int close_job(build_job *job, cl_program program, cl_int code)
{
    set_log(program, job);
    capture_workshop_close(&job->workshop);
    if (code)
        report_failure(program);
    return code;
}

static cl_int write_program_source(build_job *job, cl_program program)
{
    return capture_workshop_write(&job->workshop, source_file, program->source, strlen(program->source),
                                  &job->err)
               ? CL_OUT_OF_RESOURCES
               : CL_SUCCESS;
}

static cl_int load(build_job *job, cl_program program)
{
    return capture_program_load(job->result, &program->image, &job->err) ? CL_INVALID_BINARY : CL_SUCCESS;
}

/* Runs the compiler, keeps what it makes and loads an executable. */
static cl_int run_compiler(build_job *job, cl_program program, const char *const *arguments)
{
    int status;
    char *result = NULL;
    size_t bytes;
    if (capture_run_process((char *const *)(const void *)arguments, NULL, job->log, &status, &job->err))
        return CL_COMPILER_NOT_AVAILABLE;
    if (status > CAPTURE_STATUS_SIGNAL) {
        poise_fail(&job->err, POISE_FAILED, "the kernel compiler was ended by signal %d (%s)",
                   status - CAPTURE_STATUS_SIGNAL, strsignal(status - CAPTURE_STATUS_SIGNAL));
        return CL_BUILD_PROGRAM_FAILURE;
    }
    if (status == CAPTURE_STATUS_UNKNOWN && access(job->result, F_OK))
        status = POISE_FAILED;
    if (status > 0)
        return status == POISE_USAGE ? CL_INVALID_BUILD_OPTIONS : CL_BUILD_PROGRAM_FAILURE;
    if (poise_read_file(job->result, LARGEST_BINARY, &result, &bytes, &job->err))
        return CL_OUT_OF_HOST_MEMORY;
    cl_int code = capture_binary_pack(program, job->type, result, bytes);
    free(result);
    if (!code && job->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
        code = load(job, program) ? CL_BUILD_PROGRAM_FAILURE : CL_SUCCESS;
    return code;
}

cl_int capture_build_source(cl_program program, const char *options)
{
    build_job job;
    cl_int code = open_job(&job, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    const char *const arguments[] = {job.compiler, "build", job.source, job.result, options, NULL};
    if (!code)
        code = write_program_source(&job, program);
    if (!code)
        code = run_compiler(&job, program, arguments);
    return close_job(&job, program, code);
}

cl_int capture_build_binary(cl_program program)
{
    build_job job;
    const char *content;
    size_t bytes;
    cl_int code = capture_binary_open(program, &content, &bytes);
    if (code || program->binary_type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
        return code;
    code = open_job(&job, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    if (!code && capture_workshop_write(&job.workshop, result_file, content, bytes, &job.err))
        code = CL_OUT_OF_RESOURCES;
    if (!code)
        code = load(&job, program);
    capture_workshop_close(&job.workshop);
    return code;
}

static cl_int write_headers(build_job *job, cl_uint n, const cl_program *headers, const char **names)
{
    for (cl_uint i = 0; i < n; i++) {
        char name[PATH_MAX];
        const char *source = headers[i]->source;
        int length = snprintf(name, sizeof name, "%s/%s", header_folder, names[i]);
        if (length < 0 || (size_t)length >= sizeof name || !source ||
            capture_workshop_write(&job->workshop, name, source, strlen(source), &job->err))
            return CL_INVALID_VALUE;
    }
    return CL_SUCCESS;
}

cl_int capture_build_object(cl_program program, const char *options, cl_uint n, const cl_program *headers,
                            const char **names)
{
    build_job job;
    cl_int code = open_job(&job, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    const char *const arguments[] = {job.compiler, "compile",   job.source, job.result,
                                     options,      job.headers, NULL};
    if (!code)
        code = write_program_source(&job, program);
    if (!code)
        code = write_headers(&job, n, headers, names);
    if (!code)
        code = run_compiler(&job, program, arguments);
    return close_job(&job, program, code);
}

/* Writes the inputs to numbered files and adds their paths to the arguments; `paths` holds the texts. */
static cl_int write_inputs(build_job *job, cl_uint n, const cl_program *inputs, char (*paths)[PATH_MAX],
                           const char **arguments)
{
    for (cl_uint i = 0; i < n; i++) {
        char name[32];
        const char *content;
        size_t bytes;
        snprintf(name, sizeof name, "input%u", i);
        if (capture_binary_open(inputs[i], &content, &bytes))
            return CL_INVALID_OPERATION;
        if (capture_workshop_write(&job->workshop, name, content, bytes, &job->err))
            return CL_OUT_OF_RESOURCES;
        capture_workshop_path(&job->workshop, name, paths[i]);
        arguments[i] = paths[i];
    }
    return CL_SUCCESS;
}

cl_int capture_build_linked(cl_program program, bool is_library, cl_uint n, const cl_program *inputs)
{
    enum { N_BEFORE = 3 };
    build_job job;
    char(*paths)[PATH_MAX] = calloc(n, sizeof *paths);
    const char **arguments = calloc((size_t)n + N_BEFORE + 1, sizeof *arguments);
    cl_int code = paths && arguments ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (!code) {
        code =
            open_job(&job, is_library ? CL_PROGRAM_BINARY_TYPE_LIBRARY : CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
        arguments[0] = job.compiler;
        arguments[1] = is_library ? "library" : "link";
        arguments[2] = job.result;
        if (!code)
            code = write_inputs(&job, n, inputs, paths, arguments + N_BEFORE);
        if (!code)
            code = run_compiler(&job, program, arguments);
        code = close_job(&job, program, code);
    }
    free(paths);
    free(arguments);
    return code;
}

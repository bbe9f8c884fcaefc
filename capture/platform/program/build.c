#include "capture/platform/program/build.h"

#include "capture/platform/beside.h"
#include "capture/platform/program/binary.h"
#include "capture/platform/program/cache.h"
#include "capture/platform/program/recipe.h"
#include "capture/platform/program/workshop.h"
#include "capture/platform/session/session.h"
#include "capture/process.h"
#include "common/file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LARGEST_BINARY = 1 << 30, LARGEST_LOG = 1 << 24 };

/* Files of a workshop. */
static const char source_file[] = "program.cl", result_file[] = "program.so", log_file[] = "log",
                  header_folder[] = "headers";
/* Lists of the files that clang has read, beside what it has written (compiler/front_end.h). */
static const char build_rule[] = "program.so.bc.d", compile_rule[] = "program.so.d";

/* One run of the kernel compiler. */
typedef struct build_job {
    capture_workshop workshop;
    char compiler[PATH_MAX], source[PATH_MAX], result[PATH_MAX], headers[PATH_MAX], log[PATH_MAX];
    int log_in_memory; /* the file that `log` names, so that a full disk can be told; -1 = none */
    capture_recipe recipe;
    bool is_certain;             /* that the compiler has ended well */
    cl_program_binary_type type; /* of the result */
    poise_error err;
} build_job;

static void open_log(build_job *job)
{
    job->log_in_memory = memfd_create("poise-build-log", MFD_CLOEXEC);
    snprintf(job->log, sizeof job->log, "/proc/self/fd/%d", job->log_in_memory);
    if (job->log_in_memory < 0 || access(job->log, W_OK)) /* there is no /proc */
        capture_workshop_path(&job->workshop, log_file, job->log);
}

static cl_int open_job(build_job *job, cl_program_binary_type type)
{
    *job = (build_job){.type = type, .log_in_memory = -1};
    if (capture_workshop_open(&job->workshop, &job->err))
        return CL_OUT_OF_RESOURCES;
    capture_workshop_path(&job->workshop, source_file, job->source);
    capture_workshop_path(&job->workshop, result_file, job->result);
    capture_workshop_path(&job->workshop, header_folder, job->headers);
    open_log(job);
    return capture_find_beside("poise-kernel-compiler", job->compiler, sizeof job->compiler, &job->err)
               ? CL_COMPILER_NOT_AVAILABLE
               : CL_SUCCESS;
}

/* The log says what the compiler said, or why it could not be asked, or how it has ended and what it said
 * before. */
static void set_log(cl_program program, const build_job *job)
{
    size_t size;
    char *said = NULL, *joined = NULL;
    if (poise_read_file(job->log, LARGEST_LOG, &said, &size, NULL))
        said = NULL;
    if (job->err.code != POISE_OK &&
        asprintf(&joined, "%s%s%s", job->err.text, said && *said ? "\n" : "", said ? said : "") < 0)
        joined = NULL;
    free(program->log);
    program->log = joined ? joined : said;
    if (joined)
        free(said);
}

/* The line of a log that holds a text, or NULL. */
static const char *line_with(const char *log, const char *text)
{
    const char *found = strstr(log, text);
    while (found && found > log && found[-1] != '\n')
        found--;
    return found;
}

/* The line that says why: that the disk is full, wherever that stands, or the first that says how the
 * compiler has ended or what it does not like, before which there may be warnings. */
static const char *telling_line(const char *log, bool has_ended)
{
    const char *line = line_with(log, strerror(ENOSPC));
    if (!line && !has_ended)
        line = line_with(log, "error:");
    return line ? line : log;
}

/* The traced program may hide it: the command says it too. */
static void report_failure(const build_job *job, const cl_program program)
{
    char sentence[POISE_ERROR_TEXT];
    const char *log = program->log ? program->log : "out of memory for the reason";
    const char *line = telling_line(log, job->err.code != POISE_OK);
    snprintf(sentence, sizeof sentence, "a kernel does not compile: %.*s", (int)strcspn(line, "\n"), line);
    capture_session_report_error(CAPTURE_REPORT_REFUSED, sentence);
}

static void close_workshop(build_job *job)
{
    capture_workshop_close(&job->workshop);
    if (job->log_in_memory >= 0)
        close(job->log_in_memory);
}

static cl_int close_job(build_job *job, cl_program program, cl_int code)
{
    set_log(program, job);
    close_workshop(job);
    if (code != CL_SUCCESS)
        report_failure(job, program);
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

static cl_int run_compiler(build_job *job, const char *const *arguments)
{
    int status;
    if (capture_run_process((char *const *)(const void *)arguments, NULL, job->log, &status, &job->err))
        return CL_COMPILER_NOT_AVAILABLE;
    if (status > CAPTURE_STATUS_SIGNAL) {
        poise_fail(&job->err, POISE_FAILED, "the kernel compiler was ended by signal %d (%s)",
                   status - CAPTURE_STATUS_SIGNAL, strsignal(status - CAPTURE_STATUS_SIGNAL));
        return CL_BUILD_PROGRAM_FAILURE;
    }
    job->is_certain = status == 0;
    if (status == CAPTURE_STATUS_UNKNOWN && access(job->result, F_OK))
        status = POISE_FAILED;
    if (status > 0)
        return status == POISE_USAGE ? CL_INVALID_BUILD_OPTIONS : CL_BUILD_PROGRAM_FAILURE;
    return CL_SUCCESS;
}

/* Keeps the result as the program's binary and loads an executable. */
static cl_int take_result(build_job *job, cl_program program)
{
    char *result = NULL;
    size_t bytes;
    if (poise_read_file(job->result, LARGEST_BINARY, &result, &bytes, &job->err))
        return CL_OUT_OF_HOST_MEMORY;
    cl_int code = capture_binary_pack(program, job->type, result, bytes);
    free(result);
    if (code == CL_SUCCESS && job->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
        code = load(job, program) ? CL_BUILD_PROGRAM_FAILURE : CL_SUCCESS;
    return code;
}

/* Keeps what the compiler has made. Failures are not kept: they are rare, and may have passing reasons. */
static void keep_result(const build_job *job, const capture_recipe_key *key, const char *rule)
{
    char path[PATH_MAX];
    capture_workshop_path(&job->workshop, rule, path);
    if (capture_recipe_held(&job->recipe, key, path, job->workshop.folder))
        capture_cache_store(key->text, job->result, job->log);
}

/* Has the result made, or takes it from an earlier time. `rule` names clang's list of files, if any. */
static cl_int make_result(build_job *job, cl_program program, const char *const *arguments, const char *rule)
{
    capture_recipe_key key = {0};
    if (capture_cache_is_on())
        capture_recipe_key_make(&job->recipe, &key);
    const bool is_kept = capture_cache_fetch(key.text, job->result, job->log);
    cl_int code = is_kept ? CL_SUCCESS : run_compiler(job, arguments);
    if (code == CL_SUCCESS)
        code = take_result(job, program);
    if (code == CL_SUCCESS && job->is_certain && *key.text)
        keep_result(job, &key, rule);
    capture_recipe_key_free(&key);
    return code;
}

cl_int capture_build_source(cl_program program, const char *options)
{
    build_job job;
    cl_int code = open_job(&job, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    const char *const arguments[] = {job.compiler, "build", job.source, job.result, options, NULL};
    const capture_text text = {"", program->source, strlen(program->source)};
    job.recipe = (capture_recipe){arguments[1], job.compiler, options, 1, &text};
    if (code == CL_SUCCESS)
        code = write_program_source(&job, program);
    if (code == CL_SUCCESS)
        code = make_result(&job, program, arguments, build_rule);
    return close_job(&job, program, code);
}

cl_int capture_build_binary(cl_program program)
{
    build_job job;
    const char *content;
    size_t bytes;
    cl_int code = capture_binary_open(program, &content, &bytes);
    if (code != CL_SUCCESS || program->binary_type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
        return code;
    code = open_job(&job, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    if (code == CL_SUCCESS && capture_workshop_write(&job.workshop, result_file, content, bytes, &job.err))
        code = CL_OUT_OF_RESOURCES;
    if (code == CL_SUCCESS)
        code = load(&job, program);
    close_workshop(&job);
    return code;
}

/* `texts` receives what is written. */
static cl_int write_headers(build_job *job, cl_uint n, const cl_program *headers, const char **names,
                            capture_text *texts)
{
    for (cl_uint i = 0; i < n; i++) {
        char name[PATH_MAX];
        const char *source = headers[i]->source;
        int length = snprintf(name, sizeof name, "%s/%s", header_folder, names[i]);
        if (length < 0 || (size_t)length >= sizeof name || !source ||
            capture_workshop_write(&job->workshop, name, source, strlen(source), &job->err))
            return CL_INVALID_VALUE;
        texts[i] = (capture_text){names[i], source, strlen(source)};
    }
    return CL_SUCCESS;
}

static cl_int compile_object(build_job *job, cl_program program, const char *options, cl_uint n,
                             const cl_program *headers, const char **names, capture_text *texts)
{
    const char *const arguments[] = {job->compiler, "compile",    job->source, job->result,
                                     options,       job->headers, NULL};
    texts[0] = (capture_text){"", program->source, strlen(program->source)};
    job->recipe = (capture_recipe){arguments[1], job->compiler, options, (size_t)n + 1, texts};
    cl_int code = write_program_source(job, program);
    if (code == CL_SUCCESS)
        code = write_headers(job, n, headers, names, texts + 1);
    return code != CL_SUCCESS ? code : make_result(job, program, arguments, compile_rule);
}

cl_int capture_build_object(cl_program program, const char *options, cl_uint n, const cl_program *headers,
                            const char **names)
{
    build_job job;
    capture_text *texts = calloc((size_t)n + 1, sizeof *texts);
    if (!texts)
        return CL_OUT_OF_HOST_MEMORY;
    cl_int code = open_job(&job, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    if (code == CL_SUCCESS)
        code = compile_object(&job, program, options, n, headers, names, texts);
    free(texts);
    return close_job(&job, program, code);
}

enum { WORDS_BEFORE_INPUTS = 3 };

/* What linking n objects needs. */
typedef struct link_lists {
    char (*paths)[PATH_MAX]; /* of the files of the objects */
    const char **arguments;
    capture_text *objects;
} link_lists;

/* Writes the inputs to numbered files. */
static cl_int write_inputs(build_job *job, cl_uint n, const cl_program *inputs, const link_lists *lists)
{
    for (cl_uint i = 0; i < n; i++) {
        char name[32];
        capture_text *object = &lists->objects[i];
        snprintf(name, sizeof name, "input%u", i);
        object->name = "";
        if (capture_binary_open(inputs[i], &object->data, &object->bytes))
            return CL_INVALID_OPERATION;
        if (capture_workshop_write(&job->workshop, name, object->data, object->bytes, &job->err))
            return CL_OUT_OF_RESOURCES;
        capture_workshop_path(&job->workshop, name, lists->paths[i]);
        lists->arguments[WORDS_BEFORE_INPUTS + i] = lists->paths[i];
    }
    return CL_SUCCESS;
}

static cl_int link_objects(cl_program program, bool is_library, cl_uint n, const cl_program *inputs,
                           const link_lists *lists)
{
    build_job job;
    cl_int code =
        open_job(&job, is_library ? CL_PROGRAM_BINARY_TYPE_LIBRARY : CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    lists->arguments[0] = job.compiler;
    lists->arguments[1] = is_library ? "library" : "link";
    lists->arguments[2] = job.result;
    job.recipe = (capture_recipe){lists->arguments[1], job.compiler, NULL, n, lists->objects};
    if (code == CL_SUCCESS)
        code = write_inputs(&job, n, inputs, lists);
    if (code == CL_SUCCESS)
        code = make_result(&job, program, lists->arguments, "");
    return close_job(&job, program, code);
}

cl_int capture_build_linked(cl_program program, bool is_library, cl_uint n, const cl_program *inputs)
{
    const link_lists lists = {.paths = calloc(n, sizeof *lists.paths),
                              .arguments =
                                  calloc((size_t)n + WORDS_BEFORE_INPUTS + 1, sizeof *lists.arguments),
                              .objects = calloc(n, sizeof *lists.objects)};
    cl_int code = lists.paths && lists.arguments && lists.objects
                      ? link_objects(program, is_library, n, inputs, &lists)
                      : CL_OUT_OF_HOST_MEMORY;
    free(lists.paths);
    free(lists.arguments);
    free(lists.objects);
    return code;
}

/* `poise capture -- PROGRAM ARGS...`: runs an OpenCL program on the capture platform and keeps a trace per
 * launch. */
#include "capture/confinement.h"
#include "cli/capture/device.h"
#include "cli/capture/process.h"
#include "cli/capture/report.h"
#include "cli/capture/scratch.h"
#include "cli/capture/target.h"
#include "cli/verb.h"
#include "common/file.h"
#include "common/log.h"

#include <inttypes.h>
#include <limits.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct capture_options {
    cli_machine machine;
    const char *folder, *kernels, *launches;
    int64_t max_warp_insts, stop_after, threads;
    double time_limit;
    int out_of_bounds, loads, sandbox, progress;
    bool buffers, no_cache, verbose;
} capture_options;

static const poise_option option_table[] = {
    {"output", 'o', POISE_OPT_STRING, offsetof(capture_options, folder), "traces", POISE_ANY_RANGE, NULL,
     "DIR|FILE.wtrs",
     "folder for the traces, made when it does not exist, refused when it holds traces; or one file for all"},
    {"kernels", 'k', POISE_OPT_STRING, offsetof(capture_options, kernels), NULL, POISE_ANY_RANGE, NULL,
     "REGEX", "trace only kernels whose name matches this extended regular expression"},
    {"launches", 'l', POISE_OPT_STRING, offsetof(capture_options, launches), NULL, POISE_ANY_RANGE, NULL,
     "A-B", "trace only launches A to B, counted from 0"},
    {"max-warp-insts", 'm', POISE_OPT_INT, offsetof(capture_options, max_warp_insts), "0", 0, 1e18, NULL, "N",
     "trace no further launch once N warp instructions are traced; 0 = trace all"},
    {"buffers", 0, POISE_OPT_FLAG, offsetof(capture_options, buffers), NULL, POISE_ANY_RANGE, NULL, NULL,
     "record in each trace what the program did with buffers since the launch before: docs/TRACE.md"},
    {"stop-after", 0, POISE_OPT_INT, offsetof(capture_options, stop_after), "-1", -1, 4e9, NULL, "LAUNCH",
     "end the program, as a success, once the launch of this number and all before are complete; -1 = never"},
    {"threads", 'T', POISE_OPT_INT, offsetof(capture_options, threads), "0", 0, 60, NULL, "N",
     "processes that run work-groups; 0 = one per core. Traces do not depend on it"},
    {"time-limit", 't', POISE_OPT_REAL, offsetof(capture_options, time_limit), "600", 0, 1e9, NULL, "SECONDS",
     "a launch that takes longer fails; 0 = none. 600 is our choice"},
    {"out-of-bounds", 0, POISE_OPT_CHOICE, offsetof(capture_options, out_of_bounds), "fail", POISE_ANY_RANGE,
     "fail|warn", NULL, "what an access to memory that the kernel was not given does to its launch"},
    {"loads", 0, POISE_OPT_CHOICE, offsetof(capture_options, loads), "written", POISE_ANY_RANGE,
     "written|ahead", NULL,
     "where the loads of a loop are issued: written = where the kernel has them; ahead = those of four turns "
     "together, as NVIDIA's compilers do: docs/CAPTURE.md"},
    {"sandbox", 0, POISE_OPT_CHOICE, offsetof(capture_options, sandbox), "auto", POISE_ANY_RANGE,
     "auto|require|off", NULL,
     "how kernels are kept from everything but computing; auto = as far as this system can: docs/CAPTURE.md"},
    {"no-cache", 0, POISE_OPT_FLAG, offsetof(capture_options, no_cache), NULL, POISE_ANY_RANGE, NULL, NULL,
     "compile every kernel anew and keep nothing"},
    {"progress", 0, POISE_OPT_CHOICE, offsetof(capture_options, progress), "auto", POISE_ANY_RANGE,
     "auto|always|never", NULL, "progress line on standard error; auto = on a terminal"},
    CLI_CONFIG_OPTION(capture_options),
    CLI_SET_OPTION(capture_options),
    {"verbose", 'v', POISE_OPT_FLAG, offsetof(capture_options, verbose), NULL, POISE_ANY_RANGE, NULL, NULL,
     "print a line per launch"},
};

static int check_options(const capture_options *options, poise_error *err)
{
    regex_t regex;
    int refused = options->kernels ? regcomp(&regex, options->kernels, REG_EXTENDED | REG_NOSUB) : 0;
    if (refused) {
        char reason[256];
        regerror(refused, &regex, reason, sizeof reason);
        return poise_fail(err, POISE_USAGE, "--kernels '%s': %s", options->kernels, reason);
    }
    if (options->kernels)
        regfree(&regex);
    unsigned first, last;
    char rest;
    if (options->launches &&
        (sscanf(options->launches, "%u-%u%c", &first, &last, &rest) != 2 || first > last))
        return poise_fail(err, POISE_USAGE, "--launches '%s': expected A-B with A <= B", options->launches);
    if (options->launches && options->stop_after >= 0 && options->stop_after < first)
        return poise_fail(err, POISE_USAGE, "--stop-after %" PRId64 " is before the first of --launches '%s'",
                          options->stop_after, options->launches);
    return POISE_OK;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* The command line as the trace notes it: absolute paths are of this machine and shortened to their last
 * part. */
static char *describe_command(char **words)
{
    size_t bytes = 1;
    for (char **w = words; *w; w++)
        bytes += strlen(*w) + 1;
    char *text = calloc(bytes, 1);
    char *end = text;
    for (char **w = words; text && *w; w++) {
        const char *shown = w == words || **w == '/' ? last_part(*w) : *w;
        end += snprintf(end, bytes - (size_t)(end - text), "%s%s", w == words ? "" : " ", shown);
    }
    return text;
}

static bool shows_progress(const capture_options *options)
{
    return options->progress == POISE_PROGRESS_ALWAYS ||
           (options->progress == POISE_PROGRESS_AUTO && isatty(STDERR_FILENO));
}

/* What is said to the platform, NULL = nothing, in the order of capture_confinement. */
static const char *const sandbox_words[] = {
    [CONFINE_AUTO] = NULL, [CONFINE_REQUIRE] = CAPTURE_SANDBOX_REQUIRE, [CONFINE_OFF] = CAPTURE_SANDBOX_OFF};

/* Refused before the program begins, not at its first launch. */
static int check_sandbox(const capture_options *options, poise_error *err)
{
    const bool has_seccomp = capture_has_seccomp();
    if (options->sandbox != CONFINE_REQUIRE || (has_seccomp && capture_landlock_offered() > 0))
        return POISE_OK;
    return poise_fail(err, POISE_FAILED, "--sandbox require: this system does not offer %s",
                      has_seccomp ? "Landlock" : "filters of system calls (seccomp)");
}

static void tell_sandbox(const capture_options *options)
{
    const bool has_seccomp = capture_has_seccomp();
    const int version = capture_landlock_offered();
    char landlock[32] = "";
    if (version > 0)
        snprintf(landlock, sizeof landlock, " and Landlock %d", version);
    if (options->sandbox == CONFINE_OFF)
        poise_say("kernels run unconfined (--sandbox off)");
    else
        poise_say("kernels run confined by %s%s%s%s", has_seccomp ? "seccomp" : "limits of resources",
                  landlock, has_seccomp ? "" : "; this system lacks seccomp",
                  version > 0 ? "" : "; this system lacks Landlock");
}

/* An unset option must not be inherited from an outer capture. */
static int set_variable(const char *name, const char *value, poise_error *err)
{
    int failed = value ? setenv(name, value, 1) : unsetenv(name);
    return failed ? poise_fail_errno(err, POISE_FAILED, "cannot set %s", name) : POISE_OK;
}

/* The folder of the cache, which may be relative while programs change theirs. */
static int set_cache(bool is_off, poise_error *err)
{
    const char *named = getenv(CAPTURE_ENV_CACHE);
    char folder[PATH_MAX], path[2 * PATH_MAX];
    if (is_off)
        return set_variable(CAPTURE_ENV_CACHE, CAPTURE_CACHE_OFF, err);
    if (!named || !*named || *named == '/' || strcmp(named, CAPTURE_CACHE_OFF) == 0)
        return POISE_OK;
    if (!getcwd(folder, sizeof folder))
        return poise_fail_errno(err, POISE_FAILED, "cannot find the current folder");
    snprintf(path, sizeof path, "%s/%s", folder, named);
    return set_variable(CAPTURE_ENV_CACHE, path, err);
}

static int set_environment(const capture_options *options, const capture_target *target, const char *scratch,
                           char **words, poise_error *err)
{
    char platform[PATH_MAX];
    int code = poise_find_installed("libpoise_opencl.so", platform, sizeof platform, err);
    if (code != POISE_OK)
        return code;
    char device[1024];
    code = cli_capture_device(&options->machine, device, sizeof device, err);
    if (code != POISE_OK)
        return code;
    char *command = describe_command(words);
    if (!command)
        return poise_fail(err, POISE_FAILED, "out of memory for the command line");
    char most[32], last[32], threads[32], seconds[32];
    snprintf(most, sizeof most, "%" PRId64, options->max_warp_insts);
    snprintf(last, sizeof last, "%" PRId64, options->stop_after);
    snprintf(threads, sizeof threads, "%" PRId64, options->threads);
    snprintf(seconds, sizeof seconds, "%g", options->time_limit);
    const char *const variables[][2] = {
        {"OCL_ICD_VENDORS", platform},   /* ocl-icd */
        {"OCL_ICD_FILENAMES", platform}, /* Khronos' loader */
        {CAPTURE_ENV_FOLDER, target->folder},
        {CAPTURE_ENV_PACK, target->is_pack ? target->pack : NULL},
        {CAPTURE_ENV_SCRATCH, scratch},
        {CAPTURE_ENV_KERNELS, options->kernels},
        {CAPTURE_ENV_LAUNCHES, options->launches},
        {CAPTURE_ENV_MAX_WARP_INSTS, options->max_warp_insts ? most : NULL},
        {CAPTURE_ENV_BUFFERS, options->buffers ? "1" : NULL},
        {CAPTURE_ENV_STOP_AFTER, options->stop_after >= 0 ? last : NULL},
        {CAPTURE_ENV_THREADS, threads},
        {CAPTURE_ENV_TIME_LIMIT, seconds},
        {CAPTURE_ENV_BOUNDS, options->out_of_bounds ? CAPTURE_BOUNDS_WARN : NULL},
        {CAPTURE_ENV_LOADS, options->loads ? CAPTURE_LOADS_AHEAD : NULL},
        {CAPTURE_ENV_SANDBOX, sandbox_words[options->sandbox]},
        {CAPTURE_ENV_PROGRESS, shows_progress(options) ? "1" : NULL},
        {CAPTURE_ENV_PROGRAM, last_part(words[0])},
        {CAPTURE_ENV_COMMAND, command},
        {CAPTURE_ENV_DEVICE, device},
    };
    for (size_t i = 0; i < sizeof variables / sizeof *variables && code == POISE_OK; i++)
        code = set_variable(variables[i][0], variables[i][1], err);
    if (code == POISE_OK)
        code = set_cache(options->no_cache, err);
    free(command);
    return code;
}

/* Joins what the program and the platform say into one verdict. */
static int judge(int failed, const capture_options *options, const capture_report *report,
                 const char *program, poise_error *err)
{
    const char *reason = report->launch_error ? report->launch_error : report->refusal;
    if (failed && reason) {
        char outcome[POISE_ERROR_TEXT];
        snprintf(outcome, sizeof outcome, "%s", err->text);
        return poise_fail(err, POISE_FAILED, "%s: %s", outcome, reason);
    }
    if (failed)
        return failed;
    if (report->launch_error || (report->n_launches == 0 && reason))
        return poise_fail(err, POISE_FAILED, "%s ended well, but %s", program, reason);
    if (report->n_launches == 0 && (options->kernels || options->launches))
        return poise_fail(err, POISE_FAILED, "no launch of %s matches --kernels and --launches", program);
    if (report->n_launches == 0)
        poise_warn("%s launched no kernel through the OpenCL ICD loader", program);
    return POISE_OK;
}

/* What a failed program leaves: complete traces of the launches before, or nothing. */
static void mention_traces(const capture_options *options, const capture_report *report, poise_error *err)
{
    if (report->n_launches == 0)
        return;
    size_t n = strlen(err->text);
    snprintf(err->text + n, sizeof err->text - n, "; the traces of %zu earlier launches are in %s",
             report->n_launches, options->folder);
}

static void summarise(const char *program, const capture_options *options, bool is_stopped,
                      const capture_report *report)
{
    if (is_stopped)
        poise_say("%s was ended after launch %" PRId64 " (--stop-after)", program, options->stop_after);
    else if (options->stop_after >= 0)
        poise_warn("%s has ended before launch %" PRId64 " of --stop-after", program, options->stop_after);
    if (report->n_launches == 0)
        return;
    capture_launch_line total = {0};
    for (size_t i = 0; i < report->n_launches; i++) {
        const capture_launch_line *l = &report->launches[i];
        if (options->verbose)
            poise_say("%s: %" PRIu64 " warps, %" PRIu64 " warp instructions, %" PRIu64 " bytes, %.3f s",
                      l->file, l->warps, l->warp_insts, l->bytes, l->seconds);
        total.warps += l->warps;
        total.warp_insts += l->warp_insts;
        total.bytes += l->bytes;
        total.seconds += l->seconds;
    }
    poise_say("%s: %zu launches, %" PRIu64 " warps, %" PRIu64 " warp instructions, %" PRIu64 " bytes, %.3f s",
              program, report->n_launches, total.warps, total.warp_insts, total.bytes, total.seconds);
}

/* Judges what has become of the program. `failed` is the code in `err`. */
static int conclude(int failed, const capture_options *options, capture_target *target,
                    const capture_scratch *scratch, bool is_stopped, const char *program, poise_error *err)
{
    capture_report report;
    int unread = capture_report_read(scratch->report, &report, failed ? NULL : err);
    failed = failed ? failed : unread;
    if (!unread)
        failed = judge(failed, options, &report, program, err);
    int unwritten = capture_target_close(target, scratch->tally, failed ? NULL : err);
    failed = failed ? failed : unwritten;
    if (failed && !unread)
        mention_traces(options, &report, err);
    else if (!unread)
        summarise(program, options, is_stopped, &report);
    capture_report_free(&report);
    return failed;
}

static int capture(const capture_options *options, capture_target *target, char **words,
                   const capture_scratch *scratch, poise_error *err)
{
    bool is_stopped;
    int code = set_environment(options, target, scratch->folder, words, err);
    if (code != POISE_OK) {
        capture_target_close(target, scratch->tally, NULL);
        return code;
    }
    if (options->verbose)
        tell_sandbox(options);
    const capture_stop stop = {options->stop_after, scratch->tally, scratch->turns};
    code = capture_process_run(words, scratch->report, &stop, &is_stopped, err);
    return conclude(code, options, target, scratch, is_stopped, last_part(words[0]), err);
}

static int check(const capture_options *options, int n_words, poise_error *err)
{
    if (n_words == 0)
        return poise_fail(err, POISE_USAGE, "no program given: poise capture [-o DIR] -- PROGRAM ARGS...");
    const int code = check_options(options, err);
    return code != POISE_OK ? code : check_sandbox(options, err);
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const capture_options *options = parsed;
    const int first = n_words > 0 && strcmp(words[0], "--") == 0 ? 1 : 0;
    const size_t n = (size_t)(n_words - first);
    int code = check(options, n_words - first, err);
    if (code != POISE_OK)
        return code;
    char **program = calloc(n + 1, sizeof *program);
    if (!program)
        return poise_fail(err, POISE_FAILED, "out of memory for the command line");
    memcpy(program, words + first, n * sizeof *program);
    capture_process_catch_interrupts();
    capture_target target;
    capture_scratch scratch;
    code = capture_target_open(&target, options->folder, err);
    if (code == POISE_OK) {
        code = capture_scratch_open(&scratch, err);
        if (code == POISE_OK)
            code = capture(options, &target, program, &scratch, err);
        else
            capture_target_close(&target, "", NULL);
        capture_scratch_close(&scratch);
    }
    free(program);
    if (code != POISE_OK)
        capture_process_end_as_interrupted(err);
    return code;
}

const cli_verb verb_capture = {
    .name = "capture",
    .summary = "run an OpenCL program and record a warp trace of each kernel launch",
    .synopsis = "[options] [-o DIR] -- PROGRAM ARGS...",
    .details =
        "PROGRAM runs unmodified on the CPU, behind the OpenCL ICD loader. Each launch becomes a file\n"
        "DIR/NUMBER-KERNEL.wtr; FILE.wtrs holds them all and stands for such a folder. Kernels run in "
        "processes\n"
        "of their own: one that fails is an OpenCL error for the program and leaves no trace, those of "
        "launches\n"
        "before are kept. The program sees a device with the compute units, clock, local memory and caches "
        "of\n"
        "MACHINE. Compiled kernels are kept in ~/.cache/poise or the folder POISE_CACHE, up to "
        "POISE_CACHE_SIZE\n"
        "(1G); POISE_CACHE=off keeps none.",
    .options = option_table,
    .n_options = sizeof option_table / sizeof *option_table,
    .options_size = sizeof(capture_options),
    .runs_program = true,
    .run = run,
};

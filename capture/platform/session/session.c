#include "capture/platform/session/session.h"

#include "capture/loads_ahead.h"
#include "capture/platform/session/buffer_log.h"
#include "capture/platform/session/keep_source.h"
#include "capture/platform/session/pack_trace.h"
#include "capture/platform/session/server.h"
#include "capture/platform/session/tally.h"
#include "capture/platform/session/turn.h"
#include "capture/runtime/device_memory.h"
#include "common/hash.h"
#include "common/log.h"

#include <inttypes.h>
#include <limits.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The LLVM whose traces say nothing of their compiler: those that were recorded before there was another. */
enum { UNNAMED_LLVM = 14 };

static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

/* Lines are short: one write each, so that lines of several processes do not mix. */
static void report(const char *line)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/" CAPTURE_SCRATCH_REPORT, setting(CAPTURE_ENV_SCRATCH));
    FILE *file = length < (int)sizeof path ? fopen(path, "ae") : NULL;
    if (!file)
        return;
    fputs(line, file);
    fclose(file);
}

void capture_session_report_error(const char *kind, const char *sentence)
{
    char line[POISE_ERROR_TEXT + 32];
    snprintf(line, sizeof line, "%s\t%s\n", kind, sentence);
    report(line);
}

static bool kernel_is_wanted(const char *name)
{
    const char *pattern = getenv(CAPTURE_ENV_KERNELS);
    regex_t regex;
    if (!pattern || regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB))
        return true; /* the command has checked the pattern */
    bool matches = regexec(&regex, name, 0, NULL, 0) == 0;
    regfree(&regex);
    return matches;
}

static bool launch_is_wanted(uint32_t index)
{
    unsigned first, last;
    if (sscanf(setting(CAPTURE_ENV_LAUNCHES), "%u-%u", &first, &last) != 2)
        return true;
    return index >= first && index <= last;
}

static void report_trace(const char *file, const char *kernel, const capture_totals *totals, uint64_t bytes,
                         double seconds)
{
    char line[2 * PATH_MAX];
    snprintf(line, sizeof line,
             CAPTURE_REPORT_TRACE "\t%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%.6f\n", file, kernel,
             totals->warps, totals->warp_insts, bytes, seconds);
    report(line);
}

static uint64_t file_bytes(const char *path)
{
    struct stat status;
    return stat(path, &status) ? 0 : (uint64_t)status.st_size;
}

static bool budget_is_left(capture_tally *tally)
{
    unsigned long long most;
    return sscanf(setting(CAPTURE_ENV_MAX_WARP_INSTS), "%llu", &most) != 1 ||
           atomic_load(&tally->n_warp_insts) < most;
}

static bool is_wanted(const capture_order *order, capture_tally *tally)
{
    return getenv(CAPTURE_ENV_FOLDER) && kernel_is_wanted(order->kernel) && launch_is_wanted(order->index) &&
           budget_is_left(tally);
}

static capture_tally *open_tally(void)
{
    static bool is_told;
    capture_tally *tally = capture_tally_get();
    if (!tally && !is_told)
        poise_warn("poise capture has ended: launches of process %d are not traced", (int)getpid());
    is_told = !tally;
    return tally;
}

static int name_trace(const capture_order *order, char file[NAME_MAX + 1], char path[PATH_MAX],
                      poise_error *err)
{
    int length = snprintf(file, NAME_MAX + 1, "%04u-%.200s.wtr", order->index, order->kernel);
    if (length < 0 || snprintf(path, PATH_MAX, "%s/%s", setting(CAPTURE_ENV_FOLDER), file) >= PATH_MAX)
        return poise_fail(err, POISE_FAILED, "the name of the trace folder is too long");
    return POISE_OK;
}

static int run(const capture_order *order, cl_program program, capture_totals *totals, poise_error *err)
{
    capture_warnings warnings;
    int code = capture_server_launch(order, program, totals, &warnings, err);
    if (*warnings.absence)
        poise_warn("%s", warnings.absence);
    if (*warnings.bounds)
        poise_warn("%s", warnings.bounds);
    return code;
}

/* The trace has them. */
static void forget_events(const capture_order *order)
{
    if (capture_log_lost() > 0)
        poise_warn("the trace of launch %" PRIu32 " lacks %" PRIu64
                   " buffer events before it: a trace holds at most %d",
                   order->index, capture_log_lost(), TRACE_MAX_EVENTS);
    capture_log_clear();
}

static int trace_launch(capture_order *order, cl_program program, capture_tally *tally, poise_error *err)
{
    char file[NAME_MAX + 1], path[PATH_MAX], source_hash[POISE_HASH_TEXT] = "";
    int code = name_trace(order, file, path, err);
    if (code != POISE_OK)
        return code;
    if (program->source)
        poise_hash_bytes(program->source, strlen(program->source), source_hash);
    char compiler[32] = "";
    if (program->image.llvm != UNNAMED_LLVM)
        snprintf(compiler, sizeof compiler, "LLVM %" PRIu32, program->image.llvm);
    const char *const notes[][2] = {
        {"creator", "poise " POISE_VERSION},
        {"program", setting(CAPTURE_ENV_PROGRAM)},
        {"command", setting(CAPTURE_ENV_COMMAND)},
        {"source_hash", source_hash},
        {"build_options", program->options ? program->options : ""},
        {"compiler", compiler[0] ? compiler : NULL},
        {"loads", capture_loads_are_ahead() ? CAPTURE_LOADS_AHEAD : NULL},
    };
    enum { N_NOTES = sizeof notes / sizeof *notes };
    trace_note list[N_NOTES];
    order->n_notes = 0;
    for (int i = 0; i < N_NOTES; i++)
        if (notes[i][1])
            list[order->n_notes++] = (trace_note){(char *)notes[i][0], (char *)notes[i][1]};
    order->path = path;
    order->notes = list;
    order->events = capture_log_events(&order->n_events);
    double start = poise_now();
    capture_totals totals;
    code = run(order, program, &totals, err);
    const uint64_t bytes = code != POISE_OK ? 0 : file_bytes(path);
    if (code == POISE_OK)
        code = capture_pack_trace(tally, file, path, err);
    if (code != POISE_OK)
        return code;
    if (program->source)
        capture_keep_source(program->source, source_hash);
    forget_events(order);
    atomic_fetch_add(&tally->n_warp_insts, totals.warp_insts);
    report_trace(file, order->kernel, &totals, bytes, poise_now() - start);
    return POISE_OK;
}

static int run_in_turn(capture_order *order, cl_program program, capture_tally *tally, poise_error *err)
{
    capture_totals unused;
    order->segment = capture_memory_segment();
    order->path = "";
    return tally && is_wanted(order, tally) ? trace_launch(order, program, tally, err)
                                            : run(order, program, &unused, err);
}

int capture_session_launch(capture_order *order, cl_program program)
{
    poise_error err = {0};
    capture_tally *tally = open_tally();
    const int turn = capture_turn_begin();
    order->index = tally ? atomic_fetch_add(&tally->n_launches, 1) : 0;
    const bool is_over = capture_turn_is_over(order->index);
    const int code = is_over ? 0 : run_in_turn(order, program, tally, &err);
    if (code != POISE_OK)
        capture_session_report_error(CAPTURE_REPORT_ERROR, err.text);
    capture_turn_end(turn);
    if (is_over || capture_turn_is_last(order->index))
        capture_turn_await_end();
    if (code != POISE_OK && !getenv(CAPTURE_ENV_SCRATCH))
        poise_say("%s", err.text);
    return code;
}

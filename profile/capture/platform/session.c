#include "profile/capture/platform/session.h"

#include "common/log.h"

#include <inttypes.h>
#include <limits.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t n_launches; /* of this process so far */

static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

/* Lines are short: one write each, so that lines of several processes do not mix. */
static void report(const char *line)
{
    const char *path = getenv(CAPTURE_ENV_REPORT);
    FILE *file = path ? fopen(path, "a") : NULL;
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

static void report_trace(const char *file, const char *kernel, const capture_totals *totals, double seconds)
{
    char line[2 * PATH_MAX];
    snprintf(line, sizeof line, CAPTURE_REPORT_TRACE "\t%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%.6f\n", file,
             kernel, totals->warps, totals->warp_insts, seconds);
    report(line);
}

static int trace_launch(const capture_launch *launch, uint32_t index, const char *source_hash,
                        const char *options, poise_error *err)
{
    const char *kernel = launch->code->name;
    char file[NAME_MAX + 1], path[PATH_MAX];
    int length = snprintf(file, sizeof file, "%04u-%.200s.wtr", index, kernel);
    if (length < 0 ||
        snprintf(path, sizeof path, "%s/%s", setting(CAPTURE_ENV_FOLDER), file) >= (int)sizeof path)
        return poise_fail(err, POISE_FAILED, "the name of the trace folder is too long");
    const char *const notes[][2] = {
        {"creator", "poise " POISE_VERSION},
        {"program", setting(CAPTURE_ENV_PROGRAM)},
        {"command", setting(CAPTURE_ENV_COMMAND)},
        {"source_hash", source_hash},
        {"build_options", options},
    };
    enum { N_NOTES = sizeof notes / sizeof *notes };
    trace_note list[N_NOTES];
    for (int i = 0; i < N_NOTES; i++)
        list[i] = (trace_note){(char *)notes[i][0], (char *)notes[i][1]};
    double start = poise_now();
    capture_totals totals;
    int failed = capture_launch_trace(launch, path, index, list, N_NOTES, &totals, err);
    if (!failed)
        report_trace(file, kernel, &totals, poise_now() - start);
    return failed;
}

int capture_session_launch(const capture_launch *launch, const char *source_hash, const char *options)
{
    uint32_t index = n_launches++;
    poise_error err = {0};
    bool is_traced =
        getenv(CAPTURE_ENV_FOLDER) && kernel_is_wanted(launch->code->name) && launch_is_wanted(index);
    int failed = is_traced ? trace_launch(launch, index, source_hash, options, &err)
                           : capture_launch_run(launch, &err);
    if (failed)
        capture_session_report_error(CAPTURE_REPORT_ERROR, err.text);
    return failed;
}

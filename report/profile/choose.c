/* Which launches of a profile a report is about. */
#include "common/options.h"
#include "report/profile/launches.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What follows `start` in `text`; NULL when it does not start so. Names may hold slashes themselves, so that
 * they are compared and never split. */
static const char *after(const char *text, const char *start)
{
    const size_t length = strlen(start);
    return strncmp(text, start, length) == 0 ? text + length : NULL;
}

/* Whether `wanted` is OWNER/KERNEL or OWNER/KERNEL/LAUNCH. */
static bool is_owned(const profile_launch *launch, const char *owner, const char *wanted)
{
    char number[24];
    const char *rest = after(wanted, owner);
    rest = rest != NULL ? after(rest, "/") : NULL;
    rest = rest != NULL ? after(rest, launch->kernel) : NULL;
    snprintf(number, sizeof number, "/%" PRIu64, launch->launch);
    return rest != NULL && (rest[0] == '\0' || strcmp(rest, number) == 0);
}

static bool is_named(const profile_launch *launch, const char *wanted)
{
    char number[24];
    snprintf(number, sizeof number, "%" PRIu64, launch->number);
    return strcmp(wanted, launch->kernel) == 0 || strcmp(wanted, number) == 0 ||
           is_owned(launch, launch->run, wanted) || is_owned(launch, launch->program, wanted);
}

static int refuse(const profile_report *report, const char *wanted, poise_error *err)
{
    const char **names = calloc(report->n + 1, sizeof *names);
    const char *nearest = NULL;
    for (size_t i = 0; i < report->n && names != NULL; i++)
        names[i] = report->launches[i].kernel;
    if (names != NULL)
        nearest = poise_nearest(wanted, names);
    free(names);
    if (nearest != NULL)
        return poise_fail(err, POISE_USAGE, "%s has no kernel '%s': did you mean '%s'?", report->name, wanted,
                          nearest);
    return poise_fail(err, POISE_USAGE,
                      "%s has no kernel '%s': give KERNEL, RUN/KERNEL, RUN/KERNEL/LAUNCH or a number",
                      report->name, wanted);
}

int profile_report_choose(profile_report *report, const char *wanted, poise_error *err)
{
    size_t kept = 0;
    for (size_t i = 0; i < report->n; i++)
        kept += is_named(&report->launches[i], wanted);
    if (kept == 0)
        return refuse(report, wanted, err);
    size_t next = 0;
    for (size_t i = 0; i < report->n; i++) {
        profile_launch launch = report->launches[i];
        if (is_named(&launch, wanted)) {
            report->launches[next++] = launch;
            continue;
        }
        surface_free(&launch.speedup);
        surface_free(&launch.score);
    }
    report->n = next;
    return profile_report_group(report, err);
}

#include "probe/finding.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NULL: no memory, and err says so. */
static probe_finding *append(probe_findings *f, const char *name, const char *unit, poise_error *err)
{
    if (f->n == f->capacity) {
        const uint32_t capacity = f->capacity > 0 ? 2 * f->capacity : 32;
        probe_finding *const list = realloc(f->list, capacity * sizeof *list);
        if (list == NULL) {
            poise_fail(err, POISE_FAILED, "no memory for what a probe has found");
            return NULL;
        }
        f->list = list;
        f->capacity = capacity;
    }
    probe_finding *const added = &f->list[f->n++];
    *added = (probe_finding){.least = NAN, .most = NAN};
    snprintf(added->name, sizeof added->name, "%s", name);
    snprintf(added->unit, sizeof added->unit, "%s", unit);
    return added;
}

int probe_found(probe_findings *findings, const char *name, const char *unit, double least, double most,
                double confidence, poise_error *err, const char *why, ...)
{
    va_list args;
    probe_finding *const f = append(findings, name, unit, err);
    if (f == NULL)
        return POISE_FAILED;
    f->least = least;
    f->most = most;
    f->confidence = confidence;
    va_start(args, why);
    vsnprintf(f->why, sizeof f->why, why, args);
    va_end(args);
    return POISE_OK;
}

int probe_found_text(probe_findings *findings, const char *name, const char *text, double confidence,
                     poise_error *err, const char *why, ...)
{
    va_list args;
    probe_finding *const f = append(findings, name, "", err);
    if (f == NULL)
        return POISE_FAILED;
    snprintf(f->text, sizeof f->text, "%s", text);
    f->confidence = confidence;
    va_start(args, why);
    vsnprintf(f->why, sizeof f->why, why, args);
    va_end(args);
    return POISE_OK;
}

int probe_unknown(probe_findings *findings, const char *name, const char *unit, poise_error *err,
                  const char *why, ...)
{
    va_list args;
    probe_finding *const f = append(findings, name, unit, err);
    if (f == NULL)
        return POISE_FAILED;
    va_start(args, why);
    vsnprintf(f->why, sizeof f->why, why, args);
    va_end(args);
    return POISE_OK;
}

const probe_finding *probe_find(const probe_findings *findings, const char *name)
{
    for (uint32_t i = 0; i < findings->n; i++) {
        if (strcmp(findings->list[i].name, name) == 0)
            return &findings->list[i];
    }
    return NULL;
}

enum { NUMBER = 64 };

/* Bytes in the largest unit that divides them. */
static void put_number(char out[NUMBER], double value, const char *unit)
{
    static const char *const units[] = {"bytes", "KB", "MB", "GB"};
    size_t i = 0;
    if (strcmp(unit, "bytes") != 0) {
        snprintf(out, NUMBER, "%.6g", value);
        return;
    }
    while (i < 3 && value >= 1024 && fmod(value, 1024) == 0) {
        value /= 1024;
        i++;
    }
    snprintf(out, NUMBER, "%.15g %s", value, units[i]);
}

void probe_value_text(char out[PROBE_VALUE], const probe_finding *f)
{
    char least[NUMBER], most[NUMBER];
    put_number(least, f->least, f->unit);
    put_number(most, f->most, f->unit);
    const char *unit = strcmp(f->unit, "bytes") == 0 ? "" : f->unit;
    const char *blank = unit[0] != '\0' ? " " : "";
    if (f->text[0] != '\0')
        snprintf(out, PROBE_VALUE, "%s", f->text);
    else if (isnan(f->least) && isnan(f->most))
        snprintf(out, PROBE_VALUE, "not identifiable");
    else if (f->least == f->most)
        snprintf(out, PROBE_VALUE, "%s%s%s", least, blank, unit);
    else if (isinf(f->most))
        snprintf(out, PROBE_VALUE, "at least %s%s%s", least, blank, unit);
    else if (isinf(f->least))
        snprintf(out, PROBE_VALUE, "at most %s%s%s", most, blank, unit);
    else
        snprintf(out, PROBE_VALUE, "%s to %s%s%s", least, most, blank, unit);
}

void probe_findings_free(probe_findings *findings)
{
    free(findings->list);
    *findings = (probe_findings){0};
}

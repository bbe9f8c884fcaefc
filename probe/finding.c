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

void probe_findings_free(probe_findings *findings)
{
    free(findings->list);
    *findings = (probe_findings){0};
}

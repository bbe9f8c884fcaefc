#include "sim/gpgpusim/settings.h"

#include <stdlib.h>
#include <string.h>

int gpgpusim_prepare(gpgpusim_reader *reader, poise_error *err)
{
    size_t n;
    gpgpusim_options(&n);
    if (!reader->setting)
        reader->setting = calloc(n, sizeof *reader->setting);
    return reader->setting ? POISE_OK : poise_fail(err, POISE_FAILED, "out of memory for the machine");
}

static void forget(gpgpusim_setting *setting)
{
    free(setting->value);
    free(setting->place);
    *setting = (gpgpusim_setting){0};
}

void gpgpusim_free(gpgpusim_reader *reader)
{
    size_t n;
    gpgpusim_options(&n);
    for (size_t i = 0; reader->setting && i < n; i++)
        forget(&reader->setting[i]);
    free(reader->setting);
    reader->setting = NULL;
}

int gpgpusim_keep(gpgpusim_reader *reader, const gpgpusim_option *option, const char *value, const char *path,
                  int line, poise_error *err)
{
    gpgpusim_setting *setting = gpgpusim_setting_of(reader, option);
    const size_t size = strlen(path) + 16;
    forget(setting);
    setting->value = strdup(value);
    setting->place = malloc(size);
    if (!setting->value || !setting->place)
        return poise_fail(err, POISE_FAILED, "out of memory for option %s", option->name);
    snprintf(setting->place, size, "%s:%d", path, line);
    return POISE_OK;
}

/* "01" and "1.0" are the value 1. */
static bool same_value(const char *value, const char *accepted, size_t length)
{
    char known[128], *end_a, *end_b;
    if (length >= sizeof known)
        return false;
    memcpy(known, accepted, length);
    known[length] = '\0';
    const double a = strtod(value, &end_a), b = strtod(known, &end_b);
    const bool numbers = end_a != value && !*end_a && end_b != known && !*end_b;
    return numbers ? a == b : strcmp(value, known) == 0;
}

void gpgpusim_check(gpgpusim_reader *reader, const gpgpusim_option *option, const char *values)
{
    const char *value = gpgpusim_setting_of(reader, option)->value;
    for (const char *accepted = values;; accepted++) {
        const size_t length = strcspn(accepted, "|");
        if (same_value(value, accepted, length))
            return;
        accepted += length;
        if (!*accepted)
            break;
    }
    gpgpusim_refuse(reader, option, "%s (modelled: %s)", option->text, values);
}

static int apply_setting(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    switch (option->kind) {
    case GPGPUSIM_KIND_MAPPED: return option->convert(reader, option, err);
    case GPGPUSIM_KIND_CHECKED: gpgpusim_check(reader, option, option->detail); return POISE_OK;
    case GPGPUSIM_KIND_UNMODELLED: gpgpusim_refuse(reader, option, "%s", option->text); return POISE_OK;
    case GPGPUSIM_KIND_IGNORED:
    case GPGPUSIM_KIND_RETIRED:
    case GPGPUSIM_KIND_FILE: return POISE_OK;
    }
    return POISE_OK;
}

static int report_refusals(const gpgpusim_reader *reader, poise_error *err)
{
    const sim_config_sentences *refusals = &reader->notes->refusals;
    if (refusals->n == 0)
        return POISE_OK;
    const char *first = refusals->text[0] ? refusals->text[0] : "an option would change results";
    if (refusals->n == 1)
        return poise_fail(err, POISE_USAGE, "%s; --lenient goes on without it", first);
    return poise_fail(err, POISE_USAGE, "%s; and %zu more; --lenient goes on without them", first,
                      refusals->n - 1);
}

int gpgpusim_apply(gpgpusim_reader *reader, poise_error *err)
{
    if (!reader->setting)
        return POISE_OK;
    size_t n;
    const gpgpusim_option *table = gpgpusim_options(&n);
    int code = 0;
    for (size_t i = 0; i < n && code == POISE_OK; i++)
        if (reader->setting[i].value)
            code = apply_setting(reader, &table[i], err);
    gpgpusim_free(reader);
    return code != POISE_OK ? code : report_refusals(reader, err);
}

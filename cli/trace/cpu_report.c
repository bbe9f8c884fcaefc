#include "cli/trace/cpu_report.h"

#include <jansson.h>
#include <string.h>

/* As ASCII: text of a file is any bytes. */
static json_t *text_value(const char *text)
{
    char ascii[CPU_COMMAND_BYTES];
    snprintf(ascii, sizeof ascii, "%s", text);
    for (char *c = ascii; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || (unsigned char)*c >= 0x7f)
            *c = '?';
    return json_string(ascii);
}

static double per_kilo(uint64_t count, const cpu_totals *totals)
{
    return totals->instructions == 0 ? 0 : 1000 * (double)count / (double)totals->instructions;
}

/* Of mixes of programs: low below 1, medium up to 25, high above (Ausavarungnirun 2017, Table 5.3). */
static const char *class_of(double mpki)
{
    if (mpki < 1)
        return "low";
    return mpki <= 25 ? "medium" : "high";
}

static json_t *report_of(const char *name, const cpu_header *header, const cpu_totals *totals,
                         const cpu_locality *locality)
{
    json_t *root = json_object();
    const cpu_caches *c = &header->caches;
    const cpu_dram *d = &locality->dram;
    int bad = json_object_set_new(root, "trace", text_value(name));
    bad |= json_object_set_new(root, "command", text_value(header->command));
    bad |= json_object_set_new(
        root, "caches",
        json_sprintf(
            "first level 2 x %lld bytes %lld-way, last level %lld bytes %lld-way, lines of %lld bytes",
            (long long)c->l1_bytes, (long long)c->l1_ways, (long long)c->llc_bytes, (long long)c->llc_ways,
            (long long)c->line_bytes));
    bad |= json_object_set_new(
        root, "dram",
        json_sprintf("%lld channels of %lld banks, rows of %lld bytes, interleaved by %s, windows of %lld "
                     "instructions",
                     (long long)d->channels, (long long)d->banks, (long long)d->row_bytes,
                     d->interleave == CPU_INTERLEAVE_ROW ? "row" : "line", (long long)d->window));
#define CPU_TOTAL(name, meaning) \
    bad |= json_object_set_new(root, #name, json_integer((json_int_t)totals->name));
#include "trace/cpu/totals.def"
#undef CPU_TOTAL
    const double mpki = per_kilo(totals->misses, totals);
    bad |= json_object_set_new(root, "mpki", json_real(mpki));
    bad |= json_object_set_new(root, "class", json_string(class_of(mpki)));
    bad |=
        json_object_set_new(root, "write_backs_per_kilo", json_real(per_kilo(totals->write_backs, totals)));
    bad |= json_object_set_new(root, "row_hit_rate", json_real(cpu_locality_row_hit_rate(locality)));
    bad |= json_object_set_new(root, "banks_busy", json_real(cpu_locality_banks_busy(locality)));
    if (bad == 0)
        return root;
    json_decref(root);
    return NULL;
}

static void print_text(json_t *report)
{
    const char *key;
    json_t *value;
    json_object_foreach(report, key, value)
    {
        printf("%-21s", key);
        if (json_is_string(value))
            puts(json_string_value(value));
        else if (json_is_integer(value))
            printf("%" JSON_INTEGER_FORMAT "\n", json_integer_value(value));
        else
            printf("%.3f\n", json_real_value(value));
    }
}

int cli_trace_cpu_report(const char *name, const cpu_header *header, const cpu_totals *totals,
                         const cpu_locality *locality, bool as_json, poise_error *err)
{
    json_t *report = report_of(name, header, totals, locality);
    if (report == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the report on %s", name);
    bool bad = false;
    if (as_json)
        bad = json_dumpf(report, stdout, JSON_INDENT(2)) != 0 || putchar('\n') == EOF;
    else
        print_text(report);
    json_decref(report);
    return bad ? poise_fail(err, POISE_FAILED, "cannot write the report on %s", name) : POISE_OK;
}

#include "common/csv.h"
#include "common/file.h"
#include "evaluate/output.h"

#include <math.h>
#include <string.h>

/* Columns of counters and facts end with this: they are totals over the launches of a program, and a metric
 * may have the name of a counter (miss_latency: a mean there, a sum here). No metric ends so; a test says. */
#define TOTAL "_total"

/* The counter `cycles` is a metric already. */
static bool is_counted(const sim_counter_info *counter)
{
    return strcmp(counter->name, "cycles") != 0;
}

/* cut_short stands in front as a flag. */
static bool is_shown(const evaluate_fact_info *fact)
{
    return strcmp(fact->name, "cut_short") != 0;
}

static void put_header(bool has_machines, FILE *out)
{
    size_t n_metrics, n_counters, n_facts;
    const evaluate_metric_info *metric = evaluate_metric_table(&n_metrics);
    const sim_counter_info *counter = sim_counter_table(&n_counters);
    fprintf(out, "%sprogram,policy,cut_short", has_machines ? "machine," : "");
    for (size_t i = 0; i < n_metrics; i++)
        fprintf(out, ",%s", metric[i].name);
    for (size_t i = 0; i < n_counters; i++) {
        if (is_counted(&counter[i]))
            fprintf(out, ",%s" TOTAL, counter[i].name);
    }
    const evaluate_fact_info *fact = evaluate_fact_table(&n_facts);
    for (size_t i = 0; i < n_facts; i++) {
        if (is_shown(&fact[i]))
            fprintf(out, ",%s" TOTAL, fact[i].name);
    }
    fputc('\n', out);
}

static void put_counter(uint64_t value, FILE *out)
{
    if (value == SIM_UNKNOWN)
        fputc(',', out);
    else
        fprintf(out, ",%llu", (unsigned long long)value);
}

static void put_row(const evaluate_comparison *comparison, size_t program, size_t policy, FILE *out)
{
    size_t place = evaluate_place(comparison, program, policy);
    const evaluate_result *result = &comparison->cells[place].result;
    size_t n_metrics, n_counters, n_facts;
    const evaluate_metric_info *metric = evaluate_metric_table(&n_metrics);
    const sim_counter_info *counter = sim_counter_table(&n_counters);
    if (comparison->request.machine != NULL) {
        poise_csv_text(out, comparison->request.machine);
        fputc(',', out);
    }
    poise_csv_text(out, comparison->request.programs[program].name);
    fputc(',', out);
    poise_csv_text(out, comparison->request.policies->policies[policy].label);
    fprintf(out, ",%d", result->cut_short);
    for (size_t i = 0; i < n_metrics; i++) {
        double value = evaluate_metric_value(&comparison->metrics[place], &metric[i]);
        fputc(',', out);
        if (!isnan(value))
            fprintf(out, "%.12g", value);
    }
    for (size_t i = 0; i < n_counters; i++) {
        if (is_counted(&counter[i]))
            put_counter(sim_counter_value(&result->total, &counter[i]), out);
    }
    const evaluate_fact_info *fact = evaluate_fact_table(&n_facts);
    for (size_t i = 0; i < n_facts; i++) {
        if (is_shown(&fact[i]))
            fprintf(out, ",%llu", (unsigned long long)evaluate_fact_value(&result->total_facts, &fact[i]));
    }
    fputc('\n', out);
}

static void put_rows(const evaluate_comparison *comparison, FILE *out)
{
    for (size_t i = 0; i < comparison->request.n_programs; i++) {
        for (size_t k = 0; k < comparison->request.policies->n; k++)
            put_row(comparison, i, k, out);
    }
}

void evaluate_print_csv_all(evaluate_comparisons all, FILE *out)
{
    put_header(all.of[0]->request.machine != NULL, out);
    for (size_t m = 0; m < all.n; m++)
        put_rows(all.of[m], out);
}

void evaluate_print_csv(const evaluate_comparison *comparison, FILE *out)
{
    evaluate_print_csv_all((evaluate_comparisons){&comparison, 1}, out);
}

int evaluate_write_csv(const evaluate_comparison *comparison, const char *path, poise_error *err)
{
    return evaluate_write_csv_all((evaluate_comparisons){&comparison, 1}, path, err);
}

int evaluate_write_csv_all(evaluate_comparisons all, const char *path, poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    evaluate_print_csv_all(all, file.stream);
    return poise_atomic_commit(&file, err);
}

#include "evaluate/grid.h"
#include "evaluate/output.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_METRICS = 64 };

static int choose_metric(const char *name, size_t *chosen, poise_error *err)
{
    size_t n_metrics;
    const evaluate_metric_info *table = evaluate_metric_table(&n_metrics);
    const char *names[MAX_METRICS + 1] = {0};
    for (size_t i = 0; i < n_metrics && i < MAX_METRICS; i++) {
        if (strcmp(table[i].name, name) == 0) {
            *chosen = i;
            return POISE_OK;
        }
        names[i] = table[i].name;
    }
    const char *nearest = poise_nearest(name, names);
    if (nearest == NULL)
        return poise_fail(err, POISE_USAGE, "unknown metric '%s': 'poise evaluate --help' lists them", name);
    return poise_fail(err, POISE_USAGE, "unknown metric '%s': did you mean '%s'?", name, nearest);
}

int evaluate_choose_metrics(const char *names, size_t *chosen, size_t *n, poise_error *err)
{
    size_t n_metrics;
    evaluate_metric_table(&n_metrics);
    char *copy = strdup(names);
    if (copy == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the metrics");
    *n = 0;
    int code = POISE_OK;
    char *rest = copy, *name;
    while (code == POISE_OK && (name = strsep(&rest, ",")) != NULL) {
        if (*n == n_metrics)
            code = poise_fail(err, POISE_USAGE, "more metrics than there are: '%s'", names);
        else
            code = choose_metric(name, &chosen[(*n)++], err);
    }
    free(copy);
    return code;
}

static const char *program_name(const void *context, size_t program)
{
    return ((const evaluate_comparison *)context)->request.programs[program].name;
}

static const char *policy_name(const void *context, size_t policy)
{
    return ((const evaluate_comparison *)context)->request.policies->policies[policy].short_name;
}

static const evaluate_metrics *metrics_at(const void *context, size_t program, size_t policy)
{
    const evaluate_comparison *comparison = context;
    return program < comparison->request.n_programs
               ? &comparison->metrics[evaluate_place(comparison, program, policy)]
               : &comparison->means[policy];
}

/* The title, in which a comparison with "the baseline" names it. */
static void print_title(const evaluate_comparison *comparison, const evaluate_metric_info *info, FILE *out)
{
    static const char word[] = "the baseline";
    const evaluate_policy_list *list = comparison->request.policies;
    const char *place = strstr(info->title, word);
    if (place == NULL)
        fprintf(out, "%s\n", info->title);
    else
        fprintf(out, "%.*s%s%s\n", (int)(place - info->title), info->title,
                list->policies[list->baseline].short_name, place + strlen(word));
}

static void print_block(const evaluate_comparison *comparison, const evaluate_metric_info *info, FILE *out)
{
    const evaluate_grid grid = {.info = info,
                                .n_rows = comparison->request.n_programs,
                                .n_columns = comparison->request.policies->n,
                                .mean = evaluate_mean_of(info, comparison->request.mean),
                                .context = comparison,
                                .row_name = program_name,
                                .column_name = policy_name,
                                .metrics = metrics_at};
    print_title(comparison, info, out);
    evaluate_grid_print(&grid, out);
}

static int wider(int width, const char *name)
{
    const int length = (int)strlen(name);
    return length > width ? length : width;
}

void evaluate_print_names(const evaluate_policy_list *list, FILE *out)
{
    int width = 0;
    for (size_t k = 0; k < list->n; k++)
        if (evaluate_policy_is_named(&list->policies[k]))
            width = wider(width, list->policies[k].label);
    if (width == 0)
        return;
    fputs("\nPolicies\n", out);
    for (size_t k = 0; k < list->n; k++)
        if (evaluate_policy_is_named(&list->policies[k]))
            fprintf(out, "%-*s  %s\n", width, list->policies[k].label, list->policies[k].scheme.text);
}

void evaluate_print_table(const evaluate_comparison *comparison, const size_t *chosen, size_t n, FILE *out)
{
    size_t n_metrics;
    const evaluate_metric_info *table = evaluate_metric_table(&n_metrics);
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            fputc('\n', out);
        print_block(comparison, &table[chosen[i]], out);
    }
    evaluate_print_names(comparison->request.policies, out);
}

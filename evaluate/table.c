#include "evaluate/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_TEXT = 32, LEAST_COLUMN = 8, MAX_METRICS = 64 };

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

static void format_number(char text[NUMBER_TEXT], double value, const evaluate_metric_info *info)
{
    if (isnan(value))
        snprintf(text, NUMBER_TEXT, "-");
    else
        snprintf(text, NUMBER_TEXT, "%.*f", info->decimals, value * info->scale);
}

static int at_least(int width, size_t length)
{
    return length > (size_t)width ? (int)length : width;
}

/* Width of the first column: program names and the name of the mean. */
static int name_width(const evaluate_comparison *comparison)
{
    int width = (int)strlen("arithmetic mean");
    for (size_t i = 0; i < comparison->request.n_programs; i++)
        width = at_least(width, strlen(comparison->request.programs[i].name));
    return width;
}

static int column_width(const evaluate_comparison *comparison, size_t policy,
                        const evaluate_metric_info *info)
{
    char text[NUMBER_TEXT];
    int width = at_least(LEAST_COLUMN, strlen(comparison->request.policies->policies[policy].short_name));
    for (size_t i = 0; i < comparison->request.n_programs; i++) {
        const evaluate_metrics *metrics = &comparison->metrics[evaluate_place(comparison, i, policy)];
        format_number(text, evaluate_metric_value(metrics, info), info);
        width = at_least(width, strlen(text));
    }
    return width;
}

/* metrics: one for each policy. */
static void print_row(const evaluate_comparison *comparison, const char *name,
                      const evaluate_metrics *metrics, const evaluate_metric_info *info, FILE *out)
{
    fprintf(out, "%-*s", name_width(comparison), name);
    for (size_t k = 0; k < comparison->request.policies->n; k++) {
        char text[NUMBER_TEXT];
        format_number(text, evaluate_metric_value(&metrics[k], info), info);
        fprintf(out, "  %*s", column_width(comparison, k, info), text);
    }
    fputc('\n', out);
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
    const evaluate_policy_list *list = comparison->request.policies;
    print_title(comparison, info, out);
    fprintf(out, "%-*s", name_width(comparison), "");
    for (size_t k = 0; k < list->n; k++)
        fprintf(out, "  %*s", column_width(comparison, k, info), list->policies[k].short_name);
    fputc('\n', out);
    for (size_t i = 0; i < comparison->request.n_programs; i++)
        print_row(comparison, comparison->request.programs[i].name,
                  &comparison->metrics[evaluate_place(comparison, i, 0)], info, out);
    if (info->mean != EVALUATE_MEAN_NONE)
        print_row(comparison, evaluate_mean_name(info->mean), comparison->means, info, out);
}

/* What stands behind the names that policies were given. */
static void print_names(const evaluate_policy_list *list, FILE *out)
{
    int width = 0;
    for (size_t k = 0; k < list->n; k++)
        if (evaluate_policy_is_named(&list->policies[k]))
            width = at_least(width, strlen(list->policies[k].label));
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
    print_names(comparison->request.policies, out);
}

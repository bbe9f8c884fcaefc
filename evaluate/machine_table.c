/* Machines side by side, as text. */
#include "evaluate/grid.h"
#include "evaluate/machines.h"
#include "evaluate/output.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DIFFERENCES = 8 };

/* What a block is of: programs on machines under one policy, or the means of machines under all. */
typedef struct block {
    evaluate_comparisons all;
    size_t policy;
} block;

static const char *program_name(const void *context, size_t row)
{
    return ((const block *)context)->all.of[0]->request.programs[row].name;
}

static const char *machine_name(const void *context, size_t machine)
{
    return ((const block *)context)->all.of[machine]->request.machine;
}

static const char *policy_name(const void *context, size_t policy)
{
    return ((const block *)context)->all.of[0]->request.policies->policies[policy].short_name;
}

static const evaluate_metrics *on_machine(const void *context, size_t program, size_t machine)
{
    const block *b = context;
    const evaluate_comparison *comparison = b->all.of[machine];
    return program < comparison->request.n_programs
               ? &comparison->metrics[evaluate_place(comparison, program, b->policy)]
               : &comparison->means[b->policy];
}

static const evaluate_metrics *mean_on_machine(const void *context, size_t machine, size_t policy)
{
    return &((const block *)context)->all.of[machine]->means[policy];
}

/* The title, in which a comparison with "the baseline" names it, and of which part it is. */
static void print_title(const block *b, const evaluate_metric_info *info, const char *part, FILE *out)
{
    static const char word[] = "the baseline";
    const evaluate_policy_list *list = b->all.of[0]->request.policies;
    const char *place = strstr(info->title, word);
    if (place == NULL)
        fputs(info->title, out);
    else
        fprintf(out, "%.*s%s on %s%s", (int)(place - info->title), info->title,
                list->policies[list->baseline].short_name, machine_name(b, evaluate_base_machine(b->all)),
                place + strlen(word));
    fprintf(out, "%s%s\n", *part == '\0' ? "" : ": ", part);
}

static evaluate_mean mean_of(const block *b, const evaluate_metric_info *info)
{
    return evaluate_mean_of(info, b->all.of[0]->request.mean);
}

static void print_means(const block *b, const evaluate_metric_info *info, FILE *out)
{
    const evaluate_grid grid = {.info = info,
                                .n_rows = b->all.n,
                                .n_columns = b->all.of[0]->request.policies->n,
                                .context = b,
                                .row_name = machine_name,
                                .column_name = policy_name,
                                .metrics = mean_on_machine};
    print_title(b, info, evaluate_mean_name(mean_of(b, info)), out);
    evaluate_grid_print(&grid, out);
    fputc('\n', out);
}

static void print_programs(const block *b, const evaluate_metric_info *info, const char *part, FILE *out)
{
    const evaluate_grid grid = {.info = info,
                                .n_rows = b->all.of[0]->request.n_programs,
                                .n_columns = b->all.n,
                                .mean = mean_of(b, info),
                                .context = b,
                                .row_name = program_name,
                                .column_name = machine_name,
                                .metrics = on_machine};
    print_title(b, info, part, out);
    evaluate_grid_print(&grid, out);
    fputc('\n', out);
}

static void print_metric(evaluate_comparisons all, const evaluate_metric_info *info, FILE *out)
{
    const size_t n_policies = all.of[0]->request.policies->n;
    const block of_all = {all, 0};
    if (n_policies > 1 && mean_of(&of_all, info) != EVALUATE_MEAN_NONE)
        print_means(&of_all, info, out);
    for (size_t k = 0; k < n_policies; k++) {
        const block b = {all, k};
        print_programs(&b, info, n_policies > 1 ? policy_name(&b, k) : "", out);
    }
}

/* What the machines are. */
static void print_machines(evaluate_comparisons all, FILE *out)
{
    int width = 0;
    for (size_t m = 0; m < all.n; m++) {
        const int length = (int)strlen(all.of[m]->request.machine);
        width = length > width ? length : width;
    }
    fputs("Machines\n", out);
    for (size_t m = 0; m < all.n; m++) {
        char *words = evaluate_machine_words(all, m, MOST_DIFFERENCES);
        fprintf(out, "%-*s  %s\n", width, all.of[m]->request.machine, words == NULL ? "?" : words);
        free(words);
    }
}

void evaluate_print_tables(evaluate_comparisons all, const size_t *chosen, size_t n, FILE *out)
{
    size_t n_metrics;
    const evaluate_metric_info *table = evaluate_metric_table(&n_metrics);
    if (all.of[0]->request.machine == NULL) {
        evaluate_print_table(all.of[0], chosen, n, out);
        return;
    }
    for (size_t i = 0; i < n; i++)
        print_metric(all, &table[chosen[i]], out);
    print_machines(all, out);
    evaluate_print_names(all.of[0]->request.policies, out);
}

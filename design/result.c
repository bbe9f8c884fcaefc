#include "design/result.h"

#include <stdlib.h>
#include <string.h>

const char *const design_mean_names[DESIGN_MEANS + 1] = {"arithmetic", "harmonic", "geometric", NULL};

static void free_names(design_program_name *names, size_t n)
{
    for (size_t i = 0; names != NULL && i < n; i++)
        free(names[i].name);
    free(names);
}

void design_result_free(design_result *result)
{
    for (size_t i = 0; result->knobs != NULL && i < result->n_knobs; i++) {
        free(result->knobs[i].option);
        free(result->knobs[i].values);
        free(result->knobs[i].base);
    }
    for (size_t i = 0; result->rows != NULL && i < result->n_rows; i++) {
        free(result->rows[i].label);
        free(result->rows[i].change);
    }
    free_names(result->programs, result->n_programs);
    free_names(result->judges, result->n_judges);
    free(result->knobs);
    free(result->rows);
    free(result->cycles);
    free(result->judge_cycles);
    free(result->config);
    free(result->policy);
    *result = (design_result){0};
}

double design_mean_speedup(design_mean mean, const uint64_t *base, const uint64_t *cycles, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        const double speedup = (double)base[i] / (double)cycles[i];
        sum += mean == DESIGN_ARITHMETIC ? speedup : mean == DESIGN_HARMONIC ? 1 / speedup : log(speedup);
    }
    if (n == 0)
        return NAN;
    return mean == DESIGN_ARITHMETIC ? sum / (double)n
           : mean == DESIGN_HARMONIC ? (double)n / sum
                                     : exp(sum / (double)n);
}

const design_row *design_result_best(const design_result *result)
{
    const design_row *best = &result->rows[0]; /* where nothing is better than the base */
    for (size_t i = 1; i < result->n_rows; i++) {
        if (strcmp(result->rows[i].label, "best") == 0 && result->rows[i].stage != DESIGN_COMPARED)
            best = &result->rows[i];
    }
    return best;
}

const design_row *design_result_within(const design_result *result, double area)
{
    const design_row *best = &result->rows[0];
    for (size_t i = 1; i < result->n_rows; i++) {
        const design_row *row = &result->rows[i];
        if (row->stage != DESIGN_COMPARED && row->area <= area + 1e-9 &&
            (row->mean > best->mean || best->area > area + 1e-9))
            best = row;
    }
    return best;
}

static int by_area(const void *a, const void *b)
{
    const design_row *one = *(const design_row *const *)a, *other = *(const design_row *const *)b;
    return one->area < other->area ? -1 : one->area > other->area;
}

const design_row **design_result_front(const design_result *result, size_t *n)
{
    const design_row **front = calloc(result->n_rows + 1, sizeof(const design_row *));
    *n = 0;
    for (size_t i = 0; front != NULL && i < result->n_rows; i++) {
        if (result->rows[i].front)
            front[(*n)++] = &result->rows[i];
    }
    if (front != NULL)
        qsort(front, *n, sizeof(const design_row *), by_area);
    return front;
}

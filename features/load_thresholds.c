#include "features/load_thresholds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WHOLE = LOAD_DATASET_FEATURES, EXTRAS = 2 * LOAD_DATASET_FEATURES };

const char *load_value_name(size_t of)
{
    if (of < WHOLE)
        return load_dataset_feature_name[of];
    return of < EXTRAS ? load_dataset_whole_name[of - WHOLE] : load_dataset_extra_name[of - EXTRAS];
}

const char *load_value_definition(size_t of)
{
    return of < EXTRAS ? load_dataset_feature_definition[of % LOAD_DATASET_FEATURES]
                       : load_dataset_extra_definition[of - EXTRAS];
}

double load_value_of(size_t of, const load_dataset_load *load)
{
    if (of < WHOLE)
        return load->x[of];
    return of < EXTRAS ? load->whole[of - WHOLE] : load->extra[of - EXTRAS];
}

/* What is judged of a load. */
typedef struct judged {
    double value, margin;
    const char *program;
} judged;

static size_t collect(const load_dataset *data, size_t of, judged *loads)
{
    size_t n = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        const load_dataset_row *row = &data->rows[i];
        const load_dataset_load *load = &data->loads[row->load];
        if ((row->context & LOAD_AT_BEST) && load_dataset_row_trains(data, row))
            loads[n++] = (judged){load_value_of(of, load), row->margin, data->launches[load->launch].program};
    }
    return n;
}

static bool is_first_of_program(const judged *loads, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (strcmp(loads[k].program, loads[i].program) == 0)
            return false;
    }
    return true;
}

int load_losses_find(const load_dataset *data, load_losses *losses, poise_error *err)
{
    *losses = (load_losses){0};
    judged *loads = calloc(data->n_rows + 1, sizeof *loads);
    if (loads == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu rows", data->n_rows);
    losses->loads = collect(data, LOAD_X_h_one, loads);
    for (size_t i = 0; i < losses->loads; i++) {
        losses->programs += is_first_of_program(loads, i);
        losses->allocate += loads[i].margin > 0;
        losses->all += fabs(loads[i].margin);
        losses->always += fmax(-loads[i].margin, 0);
        losses->never += fmax(loads[i].margin, 0);
    }
    free(loads);
    return POISE_OK;
}

/* ---- thresholds ---- */

static int from_low(const void *left, const void *right)
{
    const judged *a = left, *b = right;
    return (a->value > b->value) - (a->value < b->value);
}

static int from_high(const void *left, const void *right)
{
    return from_low(right, left);
}

static bool allocates(const load_threshold *rule, double value)
{
    return rule->at_most ? value <= rule->threshold : value >= rule->threshold;
}

/* Every value as a threshold, beginning where every load allocates. Sorts the loads. */
static void try_thresholds(judged *loads, size_t n, bool at_most, load_threshold *best)
{
    double lost = 0;
    qsort(loads, n, sizeof *loads, at_most ? from_high : from_low);
    for (size_t i = 0; i < n; i++)
        lost += fmax(-loads[i].margin, 0);
    for (size_t i = 0; i < n; i++) {
        if (lost < best->lost && (i == 0 || loads[i].value != loads[i - 1].value))
            *best = (load_threshold){at_most, i > 0 ? loads[i].value : at_most ? INFINITY : 0, lost, 0};
        lost += loads[i].margin; /* it goes around from here on */
    }
}

static load_threshold best_rule(judged *loads, size_t n)
{
    load_threshold best = {.lost = INFINITY};
    try_thresholds(loads, n, false, &best);
    try_thresholds(loads, n, true, &best);
    return best;
}

/* What the program loses under the rule of the others, which are gathered in `others`. */
static double lost_without(const judged *loads, size_t n, const char *program, judged *others)
{
    size_t n_others = 0;
    double lost = 0;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(loads[i].program, program) != 0)
            others[n_others++] = loads[i];
    }
    const load_threshold rule = n_others > 0 ? best_rule(others, n_others) : (load_threshold){0};
    for (size_t i = 0; i < n; i++) {
        if (strcmp(loads[i].program, program) == 0 &&
            allocates(&rule, loads[i].value) != (loads[i].margin > 0))
            lost += fabs(loads[i].margin);
    }
    return lost;
}

static load_threshold judge_rule(judged *loads, size_t n, judged *others)
{
    for (size_t i = 0; i < n; i++) {
        if (isnan(loads[i].value))
            return (load_threshold){0};
    }
    load_threshold rule = n > 0 ? best_rule(loads, n) : (load_threshold){0};
    for (size_t i = 0; i < n; i++) {
        if (is_first_of_program(loads, i))
            rule.lost_left_out += lost_without(loads, n, loads[i].program, others);
    }
    return rule;
}

int load_threshold_find(const load_dataset *data, size_t of, load_threshold *rule, poise_error *err)
{
    judged *loads = calloc(data->n_rows + 1, sizeof *loads),
           *others = calloc(data->n_rows + 1, sizeof *loads);
    const bool has_room = loads != NULL && others != NULL;
    *rule = (load_threshold){0};
    if (has_room)
        *rule = judge_rule(loads, collect(data, of, loads), others);
    free(loads);
    free(others);
    return has_room ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for %zu rows", data->n_rows);
}

/* results.h5 in: the numbers of every launch under every policy. */
#include "evaluate/results/input.h"

#include <stdlib.h>

/* Of one machine. */
static int make_cells(const results_input *in, evaluate_results *of, poise_error *err)
{
    evaluate_comparison *comparison = &of->comparison;
    comparison->request = (evaluate_request){
        .machine = of->machine,
        .config = &of->config,
        .policies = &of->policies,
        .programs = of->programs,
        .n_programs = of->n_programs,
        .surface_hash = in->results->surface_hash[0] == '\0' ? NULL : in->results->surface_hash,
        .surface_policies = in->results->surface_policies,
        .mean = in->mean};
    int code = evaluate_comparison_allocate(comparison, err);
    const size_t n_policies = comparison->request.policies->n;
    for (size_t i = 0; code == POISE_OK && i < comparison->request.n_programs * n_policies; i++)
        code = evaluate_result_allocate(&comparison->cells[i].result, of->programs[i / n_policies].n_launches,
                                        err);
    return code;
}

/* The tuples of a static policy are there for all its launches or for none. */
static int store_tuple(results_input *in, evaluate_cell *cell, size_t launch, const results_number *number,
                       uint64_t value, poise_error *err)
{
    const bool has_tuples = cell->schedule.tuples != NULL;
    if (launch == 0 && !has_tuples && value != RESULTS_FILL) {
        cell->schedule.tuples = calloc(cell->result.n, sizeof *cell->schedule.tuples);
        if (cell->schedule.tuples == NULL)
            return poise_fail(err, POISE_FAILED, "%s: no memory for warp-tuples", in->path);
    } else if (has_tuples != (value != RESULTS_FILL))
        return results_refuse(in, "some of the warp-tuples of a static policy are missing", err);
    if (value == RESULTS_FILL)
        return POISE_OK;
    const bool is_n = number->offset == offsetof(evaluate_tuple, n);
    if (value < is_n || value > PROFILE_MAX_WARPS)
        return results_refuse(in, "a warp-tuple is out of range", err);
    number->put(cell, launch, number->offset, value);
    return POISE_OK;
}

static int store_number(results_input *in, const results_number *number, const uint64_t *table,
                        poise_error *err)
{
    const evaluate_comparisons all = in->results->all;
    const size_t n_policies = in->results->policies.n;
    int code = POISE_OK;
    for (size_t i = 0; i < results_slots(all); i++) {
        const results_slot slot = results_slot_at(all, i);
        for (size_t k = 0; k < slot.n_launches; k++) {
            for (size_t policy = 0; policy < n_policies && code == POISE_OK; policy++) {
                evaluate_cell *cell =
                    &slot.comparison->cells[evaluate_place(slot.comparison, slot.program, policy)];
                const uint64_t value = *table++;
                if (number->is_tuple)
                    code = store_tuple(in, cell, k, number, value, err);
                else if (number->is_optional && value == SIM_UNKNOWN)
                    number->put(cell, k, number->offset, value);
                else if (value > UINT64_MAX / RESULTS_MAX_RUNS / 2)
                    code = results_refuse(in, "a counter is missing or too large", err);
                else
                    number->put(cell, k, number->offset, value);
            }
        }
    }
    return code;
}

static int read_numbers(results_input *in, poise_error *err)
{
    uint64_t *table = calloc(poise_h5_elements(in->shape), sizeof *table);
    if (table == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for the table of a counter", in->path);
    int code = POISE_OK;
    for (size_t i = 0; i < results_numbers() && code == POISE_OK; i++) {
        char name[RESULTS_NAME];
        const results_number number = results_number_at(i);
        const poise_h5_column column = results_column(&number, name);
        const bool is_absent = number.is_optional && !poise_h5_has(in->file, column.name);
        code = is_absent ? POISE_OK : poise_h5_read_u64(in->file, column.name, in->shape, table, err);
        for (size_t k = 0; is_absent && k < poise_h5_elements(in->shape); k++)
            table[k] = SIM_UNKNOWN;
        if (code == POISE_OK)
            code = store_number(in, &number, table, err);
    }
    free(table);
    return code;
}

/* Rates made of these counters lie in 0..1. */
static int check_numbers(const results_input *in, poise_error *err)
{
    const evaluate_comparisons all = in->results->all;
    const size_t n_policies = in->results->policies.n;
    for (size_t i = 0; i < results_slots(all) * n_policies; i++) {
        const results_slot slot = results_slot_at(all, i / n_policies);
        evaluate_result *result = results_slot_result(&slot, i % n_policies);
        for (size_t k = 0; k < result->n; k++) {
            const sim_counters *c = &result->launches[k];
            if (c->l1_read_hits > c->l1_read_accesses || c->l1_intra_hits > c->l1_read_hits)
                return results_refuse(in, "a launch has more L1 hits than accesses", err);
        }
        evaluate_result_sum(result);
    }
    return POISE_OK;
}

int results_read_cells(results_input *in, poise_error *err)
{
    int code = POISE_OK;
    for (size_t m = 0; m < in->n && code == POISE_OK; m++)
        code = make_cells(in, in->of[m], err);
    if (code == POISE_OK)
        code = read_numbers(in, err);
    return code == POISE_OK ? check_numbers(in, err) : code;
}

#include "report/results/report.h"

#include <stdlib.h>
#include <string.h>

static const profile_launch *find_surface(const results_report *report, const evaluate_launch *launch)
{
    for (size_t i = 0; report->surface != NULL && i < report->surface->n; i++) {
        const profile_launch *found = &report->surface->launches[i];
        if (strcmp(found->source->trace_hash, launch->trace_hash) == 0 && found->warps == launch->warps)
            return found;
    }
    return NULL;
}

/* The launch of most cycles in which the policy changes tuples at runtime; SIZE_MAX = none. */
static size_t choose_launch(const evaluate_cell *cell)
{
    size_t chosen = SIZE_MAX;
    for (size_t i = 0; cell->schedule.tuples == NULL && i < cell->result.n; i++) {
        const bool moves = cell->result.histories[i].n > 0 && cell->result.facts[i].search_cycles > 0;
        if (moves &&
            (chosen == SIZE_MAX || cell->result.launches[i].cycles > cell->result.launches[chosen].cycles))
            chosen = i;
    }
    return chosen;
}

/* The launch of most cycles in whose course something was said; SIZE_MAX = none. */
static size_t choose_watched(const evaluate_result *result)
{
    size_t chosen = SIZE_MAX;
    for (size_t i = 0; i < result->n; i++) {
        if (result->courses[i].n > 0 &&
            (chosen == SIZE_MAX || result->launches[i].cycles > result->launches[chosen].cycles))
            chosen = i;
    }
    return chosen;
}

static void find_watched(results_report *report)
{
    for (size_t i = 0; i < report->results->n_programs; i++) {
        for (size_t k = 0; k < report->results->policies.n; k++) {
            const size_t launch = choose_watched(&results_cell(report, i, k)->result);
            if (launch != SIZE_MAX)
                report->watched[report->n_watched++] = (results_visit){i, k, launch, NULL};
        }
    }
}

static void find_visits(results_report *report)
{
    const evaluate_results *results = report->results;
    for (size_t i = 0; i < results->n_programs; i++) {
        for (size_t k = 0; k < results->policies.n; k++) {
            const size_t launch = choose_launch(results_cell(report, i, k));
            if (launch == SIZE_MAX)
                continue;
            report->visits[report->n_visits++] =
                (results_visit){i, k, launch, find_surface(report, &results->programs[i].launches[launch])};
        }
    }
}

int results_report_make(results_report *report, const evaluate_results *results, const char *name,
                        const profile_report *behind, poise_error *err)
{
    *report = (results_report){.results = results, .name = name, .surface = behind};
    if (behind != NULL && strcmp(behind->source->config_hash, results->config_hash) != 0)
        return poise_fail(err, POISE_USAGE,
                          "%s was measured on another machine than these results (configuration %s, here %s)",
                          behind->name, behind->source->config_hash, results->config_hash);
    report->visits = calloc(results->n_programs * results->policies.n, sizeof *report->visits);
    report->watched = calloc(results->n_programs * results->policies.n, sizeof *report->watched);
    if (report->visits == NULL || report->watched == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the report of %s", name);
    find_visits(report);
    find_watched(report);
    return POISE_OK;
}

void results_report_free(results_report *report)
{
    free(report->visits);
    free(report->watched);
    *report = (results_report){0};
}

#include "evaluate/statistics.h"

#include "sim_hooks/registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void evaluate_statistics_free(evaluate_statistics *statistics)
{
    free(statistics->all);
    *statistics = (evaluate_statistics){0};
}

const char *evaluate_statistics_add(evaluate_statistics *statistics, const char *name, const char *unit,
                                    double value)
{
    const char *fault = policy_statistic_fault(name, unit);
    if (fault != NULL)
        return fault;
    if (!isfinite(value))
        return "a value that is not finite";
    for (size_t i = 0; i < statistics->n; i++) {
        if (strcmp(statistics->all[i].name, name) == 0)
            return "a name twice";
    }
    if (statistics->n == EVALUATE_MOST_STATISTICS)
        return "too many of them";
    evaluate_statistic *grown = realloc(statistics->all, (statistics->n + 1) * sizeof *grown);
    if (grown == NULL)
        return "no memory";
    statistics->all = grown;
    evaluate_statistic *statistic = &grown[statistics->n++];
    *statistic = (evaluate_statistic){.value = value};
    memcpy(statistic->name, name, strlen(name) + 1);
    memcpy(statistic->unit, unit, strlen(unit) + 1);
    return NULL;
}

const char *evaluate_statistics_add_given(evaluate_statistics *statistics, policy_place place,
                                          const policy_statistic *given, size_t n)
{
    const char *fault = NULL;
    for (size_t i = 0; i < n && fault == NULL; i++) {
        char name[POLICY_STATISTIC_TEXT];
        snprintf(name, sizeof name, "%s%s%s", place == POLICY_AT_SCHED ? "" : policy_places[place].name,
                 place == POLICY_AT_SCHED ? "" : "_", given[i].name);
        fault = evaluate_statistics_add(statistics, name, given[i].unit, given[i].value);
    }
    return fault;
}

int evaluate_statistics_refuse(const char *fault, poise_error *err)
{
    return poise_fail(err, POISE_FAILED, "the statistics that policies tell about themselves have %s", fault);
}

const char *evaluate_statistics_add_ccn(evaluate_statistics *statistics, const simulator *sim)
{
    policy_statistic given[SIM_CCN_STATISTICS];
    const size_t n = sim_ccn_statistics(sim, given, SIM_CCN_STATISTICS);
    const char *fault = NULL;
    for (size_t i = 0; i < n && fault == NULL; i++) {
        char name[POLICY_STATISTIC_TEXT];
        snprintf(name, sizeof name, "ccn_%s", given[i].name);
        fault = evaluate_statistics_add(statistics, name, given[i].unit, given[i].value);
    }
    return fault;
}

int evaluate_statistics_take(evaluate_statistics *statistics, const simulator *sim, poise_error *err)
{
    const char *fault = NULL;
    for (policy_place place = 0; place < POLICY_PLACES && fault == NULL; place++) {
        policy_statistic given[POLICY_STATISTICS];
        const size_t n = sim_policy_statistics(sim, place, given, POLICY_STATISTICS);
        fault = evaluate_statistics_add_given(statistics, place, given, n);
    }
    fault = fault == NULL ? evaluate_statistics_add_ccn(statistics, sim) : fault;
    return fault == NULL ? POISE_OK : evaluate_statistics_refuse(fault, err);
}

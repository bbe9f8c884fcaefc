#include "evaluate/warnings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_TEXT = 512 };

static int warn(evaluate_comparison *comparison, poise_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int warn(evaluate_comparison *comparison, poise_error *err, const char *format, ...)
{
    size_t n = comparison->n_warnings;
    char **grown = realloc(comparison->warnings, (n + 1) * sizeof *grown);
    if (grown == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the warnings");
    comparison->warnings = grown;
    va_list arguments;
    char *text = NULL;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    const char *machine = comparison->request.machine;
    if (length >= 0 && machine != NULL) {
        length = asprintf(&grown[n], "%s: %s", machine, text);
        free(text);
    } else
        grown[n] = text;
    if (length < 0)
        return poise_fail(err, POISE_FAILED, "out of memory for the warnings");
    comparison->n_warnings++;
    return POISE_OK;
}

static uint64_t cycles_of(const evaluate_comparison *comparison, size_t program, size_t policy)
{
    return comparison->cells[evaluate_place(comparison, program, policy)].result.total.cycles;
}

/* Policies after `first` with the cycles of `first`, as ", a, b"; returns how many. */
static size_t name_equals(const evaluate_comparison *comparison, size_t program, size_t first,
                          char names[NAMES_TEXT])
{
    const evaluate_policy_list *list = comparison->request.policies;
    size_t found = 0, length = 0;
    names[0] = '\0';
    for (size_t k = first + 1; k < list->n; k++) {
        if (cycles_of(comparison, program, k) != cycles_of(comparison, program, first))
            continue;
        found++;
        if (length < NAMES_TEXT)
            length +=
                (size_t)snprintf(names + length, NAMES_TEXT - length, ", %s", list->policies[k].short_name);
    }
    return found;
}

static bool equals_an_earlier_one(const evaluate_comparison *comparison, size_t program, size_t policy)
{
    for (size_t k = 0; k < policy; k++) {
        if (cycles_of(comparison, program, k) == cycles_of(comparison, program, policy))
            return true;
    }
    return false;
}

static int warn_of_identical_cycles(evaluate_comparison *comparison, size_t program, poise_error *err)
{
    const evaluate_policy_list *list = comparison->request.policies;
    for (size_t k = 0; k < list->n; k++) {
        char names[NAMES_TEXT];
        if (equals_an_earlier_one(comparison, program, k) || name_equals(comparison, program, k, names) == 0)
            continue;
        int code =
            warn(comparison, err, "%s: identical cycles (%llu) under %s%s",
                 comparison->request.programs[program].name,
                 (unsigned long long)cycles_of(comparison, program, k), list->policies[k].short_name, names);
        if (code != POISE_OK)
            return code;
    }
    return POISE_OK;
}

/* Launches of which at most `n` warps per scheduler run at a time: a limit of n or more does nothing there.
 */
static size_t launches_within(const evaluate_program *program, uint32_t n)
{
    size_t within = 0;
    for (size_t i = 0; i < program->n_launches; i++)
        within += program->launches[i].filled_warps <= n;
    return within;
}

static int warn_of_few_warps(evaluate_comparison *comparison, size_t index, poise_error *err)
{
    const evaluate_program *program = &comparison->request.programs[index];
    const evaluate_policy_list *list = comparison->request.policies;
    const sim_config *config = comparison->request.config;
    const uint32_t most = sim_warps_of_scheduler(config, config->warps);
    size_t single = launches_within(program, 1);
    int code = POISE_OK;
    if (single > 0)
        code = warn(comparison, err,
                    "%s: %zu of %zu launches fill only one warp per scheduler: no {N, p} can matter there",
                    program->name, single, program->n_launches);
    for (size_t k = 0; k < list->n && code == POISE_OK; k++) {
        uint32_t n = list->policies[k].fixed_n;
        /* N of the whole machine asks for all warps: it is not meant to limit. */
        size_t within = n > 1 && n < most ? launches_within(program, n) : 0;
        if (within > 0)
            code = warn(comparison, err,
                        "%s: N = %u of %s limits nothing in %zu of %zu launches, which have no more warps",
                        program->name, n, list->policies[k].short_name, within, program->n_launches);
    }
    return code;
}

static int warn_of_cuts(evaluate_comparison *comparison, size_t program, poise_error *err)
{
    const evaluate_policy_list *list = comparison->request.policies;
    for (size_t k = 0; k < list->n; k++) {
        if (!comparison->cells[evaluate_place(comparison, program, k)].result.cut_short)
            continue;
        int code =
            warn(comparison, err,
                 "%s under %s was cut short by max_cycles: its cycles are not those of the whole program",
                 comparison->request.programs[program].name, list->policies[k].short_name);
        if (code != POISE_OK)
            return code;
    }
    return POISE_OK;
}

static int warn_of_lost_changes(evaluate_comparison *comparison, size_t program, poise_error *err)
{
    const evaluate_policy_list *list = comparison->request.policies;
    int code = POISE_OK;
    for (size_t k = 0; k < list->n && code == POISE_OK; k++) {
        const evaluate_facts *facts =
            &comparison->cells[evaluate_place(comparison, program, k)].result.total_facts;
        if (facts->tuple_changes > facts->tuple_changes_kept)
            code =
                warn(comparison, err,
                     "%s under %s: %llu of %llu changes of warp-tuples are kept, the first %d of each SM and "
                     "launch",
                     comparison->request.programs[program].name, list->policies[k].short_name,
                     (unsigned long long)facts->tuple_changes_kept, (unsigned long long)facts->tuple_changes,
                     (int)HISTORY_MOST_CHANGES);
    }
    return code;
}

static const char *or_baseline(const char *policies)
{
    return policies[0] == '\0' ? "the baselines" : policies;
}

/* Tuples that are best beside other policies need not be best beside these. */
static int warn_of_another_memory(evaluate_comparison *comparison, poise_error *err)
{
    const evaluate_request *request = &comparison->request;
    int code = POISE_OK;
    for (size_t k = 0; request->surface_policies != NULL && k < request->policies->n && code == POISE_OK;
         k++) {
        const evaluate_policy *policy = &request->policies->policies[k];
        if (policy->kind == EVALUATE_POLICY)
            continue;
        char *memory = policy_scheme_describe(&policy->scheme, POLICY_AT_L1);
        if (memory == NULL)
            return poise_fail(err, POISE_FAILED, "out of memory for the warnings");
        if (strcmp(memory, request->surface_policies) != 0)
            code =
                warn(comparison, err,
                     "%s: its tuples come from a profile that was measured with %s beside the scheduler, not "
                     "%s: others may be better",
                     policy->short_name, or_baseline(request->surface_policies), or_baseline(memory));
        free(memory);
    }
    return code;
}

int evaluate_collect_warnings(evaluate_comparison *comparison, poise_error *err)
{
    int code = warn_of_another_memory(comparison, err);
    for (size_t i = 0; i < comparison->request.n_programs && code == POISE_OK; i++) {
        code = warn_of_identical_cycles(comparison, i, err);
        if (code == POISE_OK)
            code = warn_of_few_warps(comparison, i, err);
        if (code == POISE_OK)
            code = warn_of_cuts(comparison, i, err);
        if (code == POISE_OK)
            code = warn_of_lost_changes(comparison, i, err);
    }
    return code;
}

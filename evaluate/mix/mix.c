#include "evaluate/mix/mix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- programs and their SMs ---- */

/* Reads a number of digits alone; false when there is none or it is too long. */
static bool read_number(const char **text, uint32_t *number)
{
    const char *begin = *text;
    *number = 0;
    while (**text >= '0' && **text <= '9')
        *number = *number * 10 + (uint32_t)(*(*text)++ - '0');
    return *text > begin && *text - begin <= 6;
}

int evaluate_sms_split(char *word, evaluate_sms *sms, poise_error *err)
{
    *sms = (evaluate_sms){0};
    char *at = strrchr(word, '@');
    if (at == NULL || at == word)
        return POISE_OK;
    const char *text = at + 1;
    uint32_t first, last;
    if (!read_number(&text, &first))
        return POISE_OK;
    if (*text == '\0') {
        *sms = (evaluate_sms){.n = first};
    } else {
        if (*text++ != '-' || !read_number(&text, &last) || *text != '\0')
            return POISE_OK;
        *sms = (evaluate_sms){.first = first, .n = last >= first ? last - first + 1 : 0, .is_placed = true};
    }
    if (sms->n == 0)
        return poise_fail(err, POISE_USAGE, "'%s' names no SM", word);
    *at = '\0';
    return POISE_OK;
}

int evaluate_mix_add(evaluate_mix *mix, const char *folder, const evaluate_sms *sms, poise_error *err)
{
    evaluate_mix_program *grown = realloc(mix->programs, (mix->n + 1) * sizeof *grown);
    if (grown == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the programs of a mix");
    mix->programs = grown;
    evaluate_mix_program *p = &grown[mix->n];
    *p = (evaluate_mix_program){.name = trace_program_name(folder), .folder = strdup(folder), .sms = *sms};
    mix->n++;
    if (p->name == NULL || p->folder == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for '%s'", folder);
    return trace_files_list(&p->files, 1, &p->folder, err);
}

void evaluate_mix_free(evaluate_mix *mix)
{
    for (size_t i = 0; i < mix->n; i++) {
        free(mix->programs[i].name);
        free(mix->programs[i].folder);
        trace_files_free(&mix->programs[i].files);
    }
    free(mix->programs);
    free(mix->name);
    *mix = (evaluate_mix){0};
}

/* Which SMs are taken. */
typedef struct taken_sms {
    uint32_t n;
    bool *taken;
} taken_sms;

static int take(taken_sms *t, const evaluate_mix_program *p, evaluate_range range, poise_error *err)
{
    if (range.first >= t->n || range.n > t->n - range.first)
        return poise_fail(err, POISE_USAGE, "%s: there is no SM %u, the machine has %u", p->name,
                          range.first >= t->n ? range.first : t->n, t->n);
    for (uint32_t i = range.first; i < range.first + range.n; i++) {
        if (t->taken[i])
            return poise_fail(err, POISE_USAGE, "%s: SM %u has a program already", p->name, i);
        t->taken[i] = true;
    }
    return POISE_OK;
}

/* The first `n` free SMs in a row. */
static int find_free(const taken_sms *t, const evaluate_mix_program *p, uint32_t n, evaluate_range *range,
                     poise_error *err)
{
    uint32_t length = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        length = t->taken[i] ? 0 : length + 1;
        if (length == n && n > 0) {
            *range = (evaluate_range){i + 1 - n, n};
            return POISE_OK;
        }
    }
    if (n <= 1)
        return poise_fail(err, POISE_USAGE, "%s: no SM is left of %u", p->name, t->n);
    return poise_fail(err, POISE_USAGE, "%s: there are no %u SMs in a row left of %u", p->name, n, t->n);
}

static int place(taken_sms *t, const evaluate_mix *mix, size_t i, uint32_t n, evaluate_range *range,
                 poise_error *err)
{
    const evaluate_mix_program *p = &mix->programs[i];
    *range = (evaluate_range){p->sms.first, n};
    int code = p->sms.is_placed ? POISE_OK : find_free(t, p, n, range, err);
    return code == POISE_OK ? take(t, p, *range, err) : code;
}

static int deal(taken_sms *t, const evaluate_mix *mix, evaluate_range *ranges, poise_error *err)
{
    int code = POISE_OK;
    uint32_t left = t->n, sharing = 0;
    for (int placed = 1; placed >= 0; placed--)
        for (size_t i = 0; i < mix->n && code == POISE_OK; i++) {
            const evaluate_sms *sms = &mix->programs[i].sms;
            if (sms->n > 0 && sms->is_placed == (placed == 1)) {
                code = place(t, mix, i, sms->n, &ranges[i], err);
                left -= sms->n;
            }
        }
    for (size_t i = 0; i < mix->n; i++)
        sharing += mix->programs[i].sms.n == 0;
    for (size_t i = 0; i < mix->n && code == POISE_OK; i++) {
        if (mix->programs[i].sms.n > 0)
            continue;
        const uint32_t share = (left + sharing - 1) / sharing;
        code = place(t, mix, i, share, &ranges[i], err);
        left -= share;
        sharing--;
    }
    return code;
}

int evaluate_mix_partition(const evaluate_mix *mix, uint32_t sms, evaluate_range *ranges, poise_error *err)
{
    taken_sms t = {.n = sms, .taken = calloc(sms, sizeof *t.taken)};
    if (t.taken == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %u SMs", sms);
    int code = deal(&t, mix, ranges, err);
    free(t.taken);
    return code;
}

/* ---- runs ---- */

/* The trace of each program that is in memory. */
typedef struct loader {
    const evaluate_mix_program *const *programs;
    warp_trace *trace;
    size_t *launch; /* number of the trace + 1, 0 = none */
} loader;

static int load(void *user, size_t program, size_t launch, const warp_trace **trace, poise_error *err)
{
    loader *l = user;
    *trace = &l->trace[program];
    if (l->launch[program] == launch + 1)
        return POISE_OK;
    warp_trace_free(&l->trace[program]);
    l->launch[program] = 0;
    int code = warp_trace_read(l->programs[program]->files.path[launch], &l->trace[program], err);
    if (code == POISE_OK)
        l->launch[program] = launch + 1;
    return code;
}

static int simulate(const evaluate_mix_program *const *programs, size_t n, const evaluate_range *ranges,
                    const evaluate_mix_machine *machine, sim_mix_result *results, sim_counters *whole,
                    char **stuck, poise_error *err)
{
    simulator *sim = NULL;
    loader l = {programs, calloc(n + 1, sizeof *l.trace), calloc(n + 1, sizeof *l.launch)};
    sim_mix_program *mix = calloc(n + 1, sizeof *mix);
    int code = l.trace != NULL && l.launch != NULL && mix != NULL
                   ? sim_create(&sim, machine->config, &machine->policies, err)
                   : poise_fail(err, POISE_FAILED, "out of memory for %zu programs", n);
    for (size_t i = 0; i < n && mix != NULL; i++)
        mix[i] = (sim_mix_program){
            .first_sm = ranges[i].first, .n_sms = ranges[i].n, .n_launches = programs[i]->files.n};
    if (code == POISE_OK && machine->threads > 1)
        code = sim_set_threads(sim, machine->threads, err);
    if (code == POISE_OK) {
        const sim_mix what = {.programs = mix, .n = n, .read = load, .user = &l};
        sim_set_stop(sim, machine->stop);
        code = sim_run_mix(sim, &what, results, whole, err);
        if (stuck != NULL && sim_stuck_report(sim) != NULL)
            *stuck = strdup(sim_stuck_report(sim));
    }
    sim_destroy(sim);
    for (size_t i = 0; i < n && l.trace != NULL; i++)
        warp_trace_free(&l.trace[i]);
    free(l.trace);
    free(l.launch);
    free(mix);
    return code;
}

int evaluate_mix_run(const evaluate_mix *mix, const evaluate_range *ranges,
                     const evaluate_mix_machine *machine, sim_mix_result *results, sim_counters *whole,
                     char **stuck, poise_error *err)
{
    const evaluate_mix_program **programs = calloc(mix->n + 1, sizeof(void *));
    if (stuck != NULL)
        *stuck = NULL;
    if (programs == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu programs", mix->n);
    for (size_t i = 0; i < mix->n; i++)
        programs[i] = &mix->programs[i];
    int code = simulate(programs, mix->n, ranges, machine, results, whole, stuck, err);
    free(programs);
    return code;
}

int evaluate_mix_run_alone(const evaluate_mix_program *program, uint32_t sms,
                           const evaluate_mix_machine *machine, sim_mix_result *result, poise_error *err)
{
    const evaluate_range range = {0, sms};
    int code = simulate(&program, 1, &range, machine, result, NULL, NULL, err);
    return code == POISE_OK ? code : poise_error_prefix(err, "%s alone", program->name);
}

/* ---- metrics ---- */

double evaluate_mix_slowdown(const sim_mix_result *shared, const sim_mix_result *alone)
{
    const double side_by_side = sim_ipc(&shared->counters), by_itself = sim_ipc(&alone->counters);
    return side_by_side > 0 && by_itself > 0 ? by_itself / side_by_side : NAN;
}

evaluate_mix_metrics evaluate_mix_metrics_of(const sim_mix_result *shared, const sim_mix_result *alone,
                                             size_t n)
{
    double sum = 0, most = 0, least = INFINITY;
    evaluate_mix_metrics m = {0};
    for (size_t i = 0; i < n; i++) {
        const double slowdown = evaluate_mix_slowdown(&shared[i], &alone[i]);
        m.weighted_speedup += 1 / slowdown;
        m.ipc += sim_ipc(&shared[i].counters);
        sum += slowdown;
        most = fmax(most, slowdown);
        least = fmin(least, slowdown);
    }
    m.harmonic_speedup = (double)n / sum;
    m.maximum_slowdown = isnan(sum) ? NAN : most;
    m.unfairness = isnan(sum) ? NAN : most / least;
    return m;
}

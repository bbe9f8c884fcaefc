#include "evaluate/mix/run.h"

#include "evaluate/beside.h"

#include <stdlib.h>
#include <string.h>

int evaluate_mix_outcome_make(evaluate_mix_outcome *outcome, const evaluate_mix *mix, poise_error *err)
{
    outcome->programs = calloc(mix->n + 1, sizeof *outcome->programs);
    outcome->cpus = calloc(mix->n_cpus + 1, sizeof *outcome->cpus);
    outcome->statistics = calloc(mix->n + 1, sizeof *outcome->statistics);
    outcome->n = mix->n;
    return outcome->programs != NULL && outcome->cpus != NULL && outcome->statistics != NULL
               ? POISE_OK
               : poise_fail(err, POISE_FAILED, "out of memory for the results of a mix");
}

void evaluate_mix_outcome_free(evaluate_mix_outcome *outcome)
{
    for (size_t i = 0; outcome->statistics != NULL && i <= outcome->n; i++)
        evaluate_statistics_free(&outcome->statistics[i]);
    evaluate_course_free(&outcome->course);
    free(outcome->statistics);
    free(outcome->programs);
    free(outcome->cpus);
    *outcome = (evaluate_mix_outcome){0};
}

/* ---- programs in memory ---- */

typedef struct loader {
    const evaluate_mix *mix;
    const evaluate_mix_machine *machine;
    warp_trace *trace; /* of each program */
    size_t *launch;    /* number of the trace + 1, 0 = none */
    sim_mix_program *programs;
    cpu_program *cpu;            /* each file once; those of the same file, cut alike, are one */
    const cpu_program **of_core; /* of each core */
} loader;

static int load(void *user, size_t program, size_t launch, const warp_trace **trace, poise_error *err)
{
    loader *l = user;
    *trace = &l->trace[program];
    if (l->launch[program] == launch + 1)
        return POISE_OK;
    warp_trace_free(&l->trace[program]);
    l->launch[program] = 0;
    int code = warp_trace_read(l->mix->programs[program].files.path[launch], &l->trace[program], err);
    if (code == POISE_OK)
        l->launch[program] = launch + 1;
    return code;
}

static void pass(void *user, double share)
{
    const loader *l = user;
    l->machine->passed(l->machine->passed_user, share);
}

/* Only the first instructions, and what they ask for. */
static void cut(cpu_program *program, uint64_t instructions)
{
    if (instructions == 0 || instructions >= program->totals.instructions)
        return;
    program->totals.instructions = instructions;
    while (program->n > 0 && program->request[program->n - 1].position >= instructions)
        program->n--;
}

static int load_cpus(loader *l, poise_error *err)
{
    int code = POISE_OK;
    for (size_t i = 0; i < l->mix->n_cpus && code == POISE_OK; i++) {
        const evaluate_mix_cpu *cpu = &l->mix->cpus[i];
        for (size_t k = 0; k < i && l->of_core[i] == NULL; k++)
            if (strcmp(l->mix->cpus[k].path, cpu->path) == 0 &&
                l->mix->cpus[k].instructions == cpu->instructions)
                l->of_core[i] = l->of_core[k];
        if (l->of_core[i] != NULL)
            continue;
        code = cpu_program_read(&l->cpu[i], cpu->path, err);
        cut(&l->cpu[i], cpu->instructions);
        l->of_core[i] = &l->cpu[i];
    }
    return code;
}

static int make_loader(loader *l, const evaluate_mix *mix, const evaluate_range *ranges,
                       const evaluate_mix_machine *machine, poise_error *err)
{
    const size_t n = mix->n + 1, n_cpus = mix->n_cpus + 1;
    *l = (loader){.mix = mix, .machine = machine};
    l->trace = calloc(n, sizeof *l->trace);
    l->launch = calloc(n, sizeof *l->launch);
    l->programs = calloc(n, sizeof *l->programs);
    l->cpu = calloc(n_cpus, sizeof *l->cpu);
    l->of_core = calloc(n_cpus, sizeof(void *));
    if (l->trace == NULL || l->launch == NULL || l->programs == NULL || l->cpu == NULL || l->of_core == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu programs", evaluate_mix_parties(mix));
    for (size_t i = 0; i < mix->n; i++)
        l->programs[i] = (sim_mix_program){
            .first_sm = ranges[i].first, .n_sms = ranges[i].n, .n_launches = mix->programs[i].files.n};
    return load_cpus(l, err);
}

static void free_loader(loader *l)
{
    for (size_t i = 0; l->trace != NULL && i < l->mix->n; i++)
        warp_trace_free(&l->trace[i]);
    for (size_t i = 0; l->cpu != NULL && i < l->mix->n_cpus; i++)
        cpu_program_free(&l->cpu[i]);
    free(l->trace);
    free(l->launch);
    free(l->programs);
    free(l->cpu);
    free(l->of_core);
}

/* ---- the run ---- */

/* The machine, whose policies know what lies beside the programs. */
static int create(simulator **sim, const loader *l, poise_error *err)
{
    sim_policies policies = l->machine->policies;
    const char **traces = evaluate_mix_traces(l->mix);
    char *vm = NULL;
    int code = traces != NULL ? evaluate_beside(&policies, &vm, traces, l->mix->n, err)
                              : poise_fail(err, POISE_FAILED, "no memory for %zu programs", l->mix->n);
    if (code == POISE_OK)
        code = sim_create_with_cpus(sim, l->machine->config, &policies, l->of_core, (uint32_t)l->mix->n_cpus,
                                    err);
    free(vm);
    free(traces);
    return code;
}

static void tell(const simulator *sim, evaluate_mix_whole *whole)
{
    for (policy_place place = POLICY_AT_SCHED + 1; place < POLICY_PLACES; place++)
        whole->told[place].n = sim_policy_statistics(sim, place, whole->told[place].all, POLICY_STATISTICS);
    whole->ccn.n = sim_ccn_statistics(sim, whole->ccn.all, SIM_CCN_STATISTICS);
    if (sim_stuck_report(sim) != NULL)
        whole->stuck = strdup(sim_stuck_report(sim));
}

static int keep_statistics(const simulator *sim, const evaluate_mix_outcome *outcome, poise_error *err)
{
    const char *fault = NULL;
    for (size_t i = 0; i < outcome->n && fault == NULL; i++)
        fault =
            evaluate_statistics_add_given(&outcome->statistics[i], POLICY_AT_SCHED,
                                          outcome->programs[i].statistics, outcome->programs[i].n_statistics);
    for (policy_place place = POLICY_AT_SCHED + 1; place < POLICY_PLACES && fault == NULL; place++) {
        policy_statistic given[POLICY_STATISTICS];
        const size_t n = sim_policy_statistics(sim, place, given, POLICY_STATISTICS);
        fault = evaluate_statistics_add_given(&outcome->statistics[outcome->n], place, given, n);
    }
    fault = fault == NULL ? evaluate_statistics_add_ccn(&outcome->statistics[outcome->n], sim) : fault;
    return fault == NULL ? POISE_OK : evaluate_statistics_refuse(fault, err);
}

static int simulate(loader *l, evaluate_mix_outcome *outcome, evaluate_mix_whole *whole, poise_error *err)
{
    const evaluate_mix_machine *machine = l->machine;
    const sim_mix what = {.programs = l->programs,
                          .n = l->mix->n,
                          .read = load,
                          .passed = machine->passed == NULL ? NULL : pass,
                          .user = l,
                          .always_mixed = machine->always_mixed,
                          .without_cpus = machine->without_cpus};
    const uint32_t n_cpus = (uint32_t)l->mix->n_cpus;
    course_watch watched = {.course = &outcome->course};
    simulator *sim = NULL;
    int code = create(&sim, l, err);
    if (code == POISE_OK && machine->threads > 1)
        code = sim_set_threads(sim, machine->threads, err);
    if (code == POISE_OK) {
        sim_set_stop(sim, machine->stop);
        if (machine->over_time > 0)
            sim_observe_course(sim, machine->over_time, course_watch_note, &watched);
        code = sim_run_mix(sim, &what, outcome->programs, whole != NULL ? &whole->counters : NULL, err);
        for (uint32_t i = 0; i < n_cpus; i++)
            outcome->cpus[i] = sim_cpu_result_of(sim, i);
        if (code == POISE_OK && machine->keeps_statistics)
            code = keep_statistics(sim, outcome, err);
        if (code == POISE_OK)
            code = course_watch_error(&watched, err);
        if (whole != NULL)
            tell(sim, whole);
    }
    sim_destroy(sim);
    return code;
}

int evaluate_mix_run(const evaluate_mix *mix, const evaluate_range *ranges,
                     const evaluate_mix_machine *machine, evaluate_mix_outcome *outcome,
                     evaluate_mix_whole *whole, poise_error *err)
{
    loader l;
    if (whole != NULL)
        *whole = (evaluate_mix_whole){0};
    int code = make_loader(&l, mix, ranges, machine, err);
    if (code == POISE_OK)
        code = simulate(&l, outcome, whole, err);
    free_loader(&l);
    return code;
}

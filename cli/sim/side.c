#include "cli/sim/side.h"

#include "cli/sim/counts.h"
#include "common/log.h"

#include <stdio.h>
#include <stdlib.h>

static void say_rate(const cli_side *side)
{
    const sim_counters *c = &side->whole.counters;
    const cli_cpus cpus = cli_side_cpus(side);
    const double millions = side->seconds * 1e6;
    if (side->mix.n_cpus == 0)
        poise_say("%.2f s, %.2f M warp instructions/s, %.2f M cycles/s", side->seconds,
                  (double)c->warp_insts / millions, (double)c->cycles / millions);
    else
        poise_say("%.2f s, %.2f M cycles/s, %.2f M requests of SMs/s, %.2f M requests of CPU cores/s",
                  side->seconds, (double)c->cycles / millions,
                  (double)(c->l2_reads + c->l2_writes) / millions,
                  (double)cli_cpus_requests(&cpus) / millions);
}

static void warn_of_cuts(const cli_side *side)
{
    const cli_cpus cpus = cli_side_cpus(side);
    for (size_t i = 0; i < side->mix.n; i++)
        if (side->shared.programs[i].cut_short > 0)
            poise_warn("%s: %zu of %zu launches were cut short", side->mix.programs[i].name,
                       side->shared.programs[i].cut_short, side->mix.programs[i].files.n);
    cli_cpus_warn(&cpus);
}

/* A run that is under way, in hundredths. */
typedef struct shown {
    poise_progress *progress;
    uint64_t hundredths;
} shown;

static void show(void *user, double share)
{
    shown *s = user;
    const uint64_t now = share > 1 ? 100 : (uint64_t)(100 * share);
    if (now > s->hundredths) {
        poise_progress_add(s->progress, now - s->hundredths);
        s->hundredths = now;
    }
}

static int run_and_show(cli_side *side, const cli_side_plan *plan, poise_error *err)
{
    shown s = {.progress = poise_progress_begin("sim", "%", 100, plan->progress)};
    evaluate_mix_machine machine = plan->machine;
    machine.passed = show;
    machine.passed_user = &s;
    int code = evaluate_mix_run(&side->mix, side->ranges, &machine, &side->shared, &side->whole, err);
    poise_progress_end(s.progress);
    return code;
}

static int run_shared(cli_side *side, const cli_side_plan *plan, poise_error *err)
{
    int code = evaluate_mix_partition(&side->mix, plan->machine.config->sms, side->ranges, err);
    const double start = poise_now();
    if (code == POISE_OK)
        code = run_and_show(side, plan, err);
    side->seconds = poise_now() - start;
    if (code != POISE_OK && side->whole.stuck != NULL)
        fputs(side->whole.stuck, stderr);
    if (code != POISE_OK)
        return code;
    say_rate(side);
    warn_of_cuts(side);
    return POISE_OK;
}

/* As it was run side by side, so that one on all SMs is not timed in another way. */
static int run_alone(cli_side *side, const evaluate_mix_machine *machine, poise_error *err)
{
    evaluate_mix_machine alone = *machine;
    alone.always_mixed |= evaluate_mix_parties(&side->mix) > 1;
    int code = cli_cpus_run_alone(&side->mix, &alone, side->shared.cpus, side->alone.cpus, err);
    for (size_t i = 0; i < side->mix.n && code == POISE_OK; i++) {
        const evaluate_mix only = evaluate_mix_only(&side->mix, i);
        const evaluate_range range = {0, side->ranges[i].n};
        evaluate_mix_outcome outcome = {.programs = &side->alone.programs[i]};
        code = evaluate_mix_run(&only, &range, &alone, &outcome, NULL, err);
        if (code != POISE_OK)
            code = poise_error_prefix(err, "%s alone", only.name);
    }
    side->has_alone = code == POISE_OK;
    return code;
}

static int run(cli_side *side, const cli_side_plan *plan, poise_error *err)
{
    side->ranges = calloc(side->mix.n + 1, sizeof *side->ranges);
    if (side->ranges == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu programs", side->mix.n);
    int code = evaluate_mix_outcome_make(&side->shared, &side->mix, err);
    if (code == POISE_OK)
        code = evaluate_mix_outcome_make(&side->alone, &side->mix, err);
    if (code == POISE_OK)
        code = run_shared(side, plan, err);
    return code == POISE_OK && plan->alone ? run_alone(side, &plan->machine, err) : code;
}

int cli_side_run(cli_side *side, const poise_list *cpus, const cli_side_plan *plan, const cli_side_form *form,
                 poise_error *err)
{
    int code = cli_cpus_add(&side->mix, cpus, err);
    if (code == POISE_OK)
        code = run(side, plan, err);
    if (code == POISE_OK && plan->json)
        return form->json(side, err);
    if (code == POISE_OK)
        form->text(side);
    return code;
}

void cli_side_free(cli_side *side)
{
    evaluate_mix_free(&side->mix);
    evaluate_mix_outcome_free(&side->shared);
    evaluate_mix_outcome_free(&side->alone);
    free(side->ranges);
    free(side->whole.stuck);
    *side = (cli_side){0};
}

void cli_side_print_told(const cli_side *side, const char *prefix)
{
    for (policy_place place = 0; place < POLICY_PLACES; place++)
        cli_statistics_print(prefix, policy_places[place].name, side->whole.told[place].all,
                             side->whole.told[place].n);
    cli_statistics_print(prefix, "ccn", side->whole.ccn.all, side->whole.ccn.n);
}

int cli_side_add_told(const cli_side *side, json_t *to)
{
    int bad = 0;
    for (policy_place place = 0; place < POLICY_PLACES; place++)
        bad |= cli_statistics_add(to, policy_places[place].name, side->whole.told[place].all,
                                  side->whole.told[place].n);
    bad |= cli_statistics_add(to, "ccn", side->whole.ccn.all, side->whole.ccn.n);
    return bad;
}

#include "cli/sim/mix.h"

#include "cli/sim/counts.h"
#include "cli/sim/programs.h"
#include "evaluate/mix/metrics.h"

#include <stdio.h>

static evaluate_mix_metrics metrics_of(const cli_side *side)
{
    return evaluate_mix_metrics_of(&side->shared, &side->alone, side->mix.n, side->mix.n_cpus);
}

/* Whether it is printed: IPC is, for each program, and that of the cores with what else is said of them. */
static bool is_shown(const cli_side *side, const evaluate_mix_metric_info *metric)
{
    if (metric->offset == offsetof(evaluate_mix_metrics, ipc_total) ||
        metric->offset == offsetof(evaluate_mix_metrics, cpu_weighted_speedup) ||
        metric->offset == offsetof(evaluate_mix_metrics, cpu_max_slowdown))
        return false;
    return !metric->of_cpus || side->mix.n_cpus > 0;
}

/* ---- text ---- */

static void print_program(const cli_side *side, size_t i)
{
    char prefix[32];
    const sim_mix_result *result = &side->shared.programs[i];
    snprintf(prefix, sizeof prefix, "app%zu", i);
    printf("%s.program = %s\n", prefix, side->mix.programs[i].name);
    printf("%s.sms = %u-%u\n", prefix, side->ranges[i].first, side->ranges[i].first + side->ranges[i].n - 1);
    printf("%s.launches = %zu\n", prefix, side->mix.programs[i].files.n);
    printf("%s.cut_short = %zu\n", prefix, result->cut_short);
    printf("%s.restarts = %llu\n", prefix, (unsigned long long)result->restarts);
    if (side->has_alone) {
        printf("%s.ipc_alone = %.4f\n", prefix, sim_ipc(&side->alone.programs[i].counters));
        printf("%s.slowdown = %.4f\n", prefix, evaluate_mix_slowdown(result, &side->alone.programs[i]));
    }
    cli_counters_print(prefix, &result->counters);
    snprintf(prefix, sizeof prefix, "app%zu.", i);
    cli_statistics_print(prefix, policy_places[POLICY_AT_SCHED].name, result->statistics,
                         result->n_statistics);
}

static void print_text(const cli_side *side)
{
    const cli_cpus cpus = cli_side_cpus(side);
    size_t n;
    const evaluate_mix_metric_info *metric = evaluate_mix_metric_table(&n);
    for (size_t i = 0; i < side->mix.n; i++)
        print_program(side, i);
    cli_counters_print("machine", &side->whole.counters);
    cli_side_print_told(side, "machine.");
    cli_cpus_print(&cpus);
    const evaluate_mix_metrics m = metrics_of(side);
    for (size_t i = 0; i < n && side->has_alone; i++)
        if (is_shown(side, &metric[i]))
            printf("%s = %.4f\n", metric[i].name, evaluate_mix_metric_value(&m, &metric[i]));
}

/* ---- JSON ---- */

static int add_program(json_t *apps, const cli_side *side, size_t i)
{
    const sim_mix_result *result = &side->shared.programs[i];
    json_t *app = json_object();
    int bad = json_array_append_new(apps, app);
    bad |= json_object_set_new(app, "program", json_string(side->mix.programs[i].name));
    bad |= json_object_set_new(app, "first_sm", json_integer(side->ranges[i].first));
    bad |= json_object_set_new(app, "sms", json_integer(side->ranges[i].n));
    bad |= json_object_set_new(app, "launches", json_integer((json_int_t)side->mix.programs[i].files.n));
    bad |= json_object_set_new(app, "cut_short", json_integer((json_int_t)result->cut_short));
    bad |= json_object_set_new(app, "restarts", json_integer((json_int_t)result->restarts));
    bad |= cli_counters_add(app, &result->counters);
    bad |= cli_statistics_add(app, policy_places[POLICY_AT_SCHED].name, result->statistics,
                              result->n_statistics);
    if (side->has_alone) {
        const sim_mix_result *alone = &side->alone.programs[i];
        json_t *of_alone = json_object();
        bad |= json_object_set_new(app, "alone", of_alone);
        bad |= cli_counters_add(of_alone, &alone->counters);
        bad |= json_object_set_new(app, "slowdown", cli_json_number(evaluate_mix_slowdown(result, alone)));
    }
    return bad;
}

static int add_metrics(json_t *root, const cli_side *side)
{
    const evaluate_mix_metrics m = metrics_of(side);
    size_t n;
    const evaluate_mix_metric_info *metric = evaluate_mix_metric_table(&n);
    int bad = 0;
    for (size_t i = 0; i < n && side->has_alone; i++)
        if (is_shown(side, &metric[i]))
            bad |= json_object_set_new(root, metric[i].name,
                                       cli_json_number(evaluate_mix_metric_value(&m, &metric[i])));
    return bad;
}

static int print_json(const cli_side *side, poise_error *err)
{
    const cli_cpus cpus = cli_side_cpus(side);
    json_t *root = json_object(), *apps = json_array(), *machine = json_object();
    int bad = json_object_set_new(root, "apps", apps);
    for (size_t i = 0; i < side->mix.n; i++)
        bad |= add_program(apps, side, i);
    bad |= json_object_set_new(root, "machine", machine);
    bad |= cli_counters_add(machine, &side->whole.counters);
    bad |= cli_side_add_told(side, machine);
    bad |= cli_cpus_json(&cpus, root);
    bad |= add_metrics(root, side);
    return cli_json_print(root, bad, err);
}

int cli_sim_mix(const poise_list *apps, const poise_list *cpus, const cli_side_plan *plan, poise_error *err)
{
    cli_side side = {0};
    int code = POISE_OK;
    for (size_t i = 0; i < apps->n && code == POISE_OK; i++) {
        code = cli_mix_add(&side.mix, apps->text[i], err);
        if (code != POISE_OK)
            poise_error_prefix(err, "--app");
    }
    if (code == POISE_OK)
        code = cli_side_run(&side, cpus, plan, &(cli_side_form){print_text, print_json}, err);
    cli_side_free(&side);
    return code;
}

#include "cli/sim/mix.h"

#include "cli/sim/programs.h"
#include "common/log.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The programs and what has come out. */
typedef struct mix_outcome {
    evaluate_mix mix;
    evaluate_range *ranges;
    sim_mix_result *shared, *alone; /* alone: NULL = not asked for */
    sim_counters machine;
} mix_outcome;

/* ---- text ---- */

static void print_counters(const char *prefix, const sim_counters *c)
{
    size_t n;
    const sim_counter_info *table = sim_counter_table(&n);
    printf("%s.ipc = %.4f\n", prefix, sim_ipc(c));
    printf("%s.l1_hit_rate = %.4f\n", prefix, sim_l1_hit_rate(c));
    printf("%s.mean_miss_latency = %.1f\n", prefix, sim_miss_latency(c));
    for (size_t i = 0; i < n; i++)
        printf("%s.%s = %llu\n", prefix, table[i].name, (unsigned long long)sim_counter_value(c, &table[i]));
}

static void print_program(const mix_outcome *o, size_t i)
{
    char prefix[32];
    const sim_mix_result *result = &o->shared[i];
    snprintf(prefix, sizeof prefix, "app%zu", i);
    printf("%s.program = %s\n", prefix, o->mix.programs[i].name);
    printf("%s.sms = %u-%u\n", prefix, o->ranges[i].first, o->ranges[i].first + o->ranges[i].n - 1);
    printf("%s.launches = %zu\n", prefix, o->mix.programs[i].files.n);
    printf("%s.cut_short = %zu\n", prefix, result->cut_short);
    printf("%s.restarts = %llu\n", prefix, (unsigned long long)result->restarts);
    if (o->alone != NULL) {
        printf("%s.ipc_alone = %.4f\n", prefix, sim_ipc(&o->alone[i].counters));
        printf("%s.slowdown = %.4f\n", prefix, evaluate_mix_slowdown(result, &o->alone[i]));
    }
    print_counters(prefix, &result->counters);
    for (size_t k = 0; k < result->n_statistics; k++)
        printf("%s.sched.%s = %.10g\n", prefix, result->statistics[k].name, result->statistics[k].value);
}

static void print_text(const mix_outcome *o)
{
    for (size_t i = 0; i < o->mix.n; i++)
        print_program(o, i);
    print_counters("machine", &o->machine);
    if (o->alone == NULL)
        return;
    const evaluate_mix_metrics m = evaluate_mix_metrics_of(o->shared, o->alone, o->mix.n);
    printf("weighted_speedup = %.4f\nharmonic_speedup = %.4f\nmaximum_slowdown = %.4f\nunfairness = %.4f\n",
           m.weighted_speedup, m.harmonic_speedup, m.maximum_slowdown, m.unfairness);
}

/* ---- JSON ---- */

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static int add_counters(json_t *to, const sim_counters *c)
{
    size_t n;
    const sim_counter_info *table = sim_counter_table(&n);
    int bad = 0;
    for (size_t i = 0; i < n; i++)
        bad |=
            json_object_set_new(to, table[i].name, json_integer((json_int_t)sim_counter_value(c, &table[i])));
    bad |= json_object_set_new(to, "ipc", number(sim_ipc(c)));
    bad |= json_object_set_new(to, "l1_hit_rate", number(sim_l1_hit_rate(c)));
    return bad | json_object_set_new(to, "mean_miss_latency", number(sim_miss_latency(c)));
}

static int add_program(json_t *apps, const mix_outcome *o, size_t i)
{
    const sim_mix_result *result = &o->shared[i];
    json_t *app = json_object();
    int bad = json_array_append_new(apps, app);
    bad |= json_object_set_new(app, "program", json_string(o->mix.programs[i].name));
    bad |= json_object_set_new(app, "first_sm", json_integer(o->ranges[i].first));
    bad |= json_object_set_new(app, "sms", json_integer(o->ranges[i].n));
    bad |= json_object_set_new(app, "launches", json_integer((json_int_t)o->mix.programs[i].files.n));
    bad |= json_object_set_new(app, "cut_short", json_integer((json_int_t)result->cut_short));
    bad |= json_object_set_new(app, "restarts", json_integer((json_int_t)result->restarts));
    bad |= add_counters(app, &result->counters);
    if (result->n_statistics > 0) {
        json_t *sched = json_object();
        bad |= json_object_set_new(app, "sched", sched);
        for (size_t k = 0; k < result->n_statistics; k++)
            bad |=
                json_object_set_new(sched, result->statistics[k].name, number(result->statistics[k].value));
    }
    if (o->alone != NULL) {
        json_t *alone = json_object();
        bad |= json_object_set_new(app, "alone", alone);
        bad |= add_counters(alone, &o->alone[i].counters);
        bad |= json_object_set_new(app, "slowdown", number(evaluate_mix_slowdown(result, &o->alone[i])));
    }
    return bad;
}

static int add_metrics(json_t *root, const mix_outcome *o)
{
    const evaluate_mix_metrics m = evaluate_mix_metrics_of(o->shared, o->alone, o->mix.n);
    int bad = json_object_set_new(root, "weighted_speedup", number(m.weighted_speedup));
    bad |= json_object_set_new(root, "harmonic_speedup", number(m.harmonic_speedup));
    bad |= json_object_set_new(root, "maximum_slowdown", number(m.maximum_slowdown));
    return bad | json_object_set_new(root, "unfairness", number(m.unfairness));
}

static int print_json(const mix_outcome *o, poise_error *err)
{
    json_t *root = json_object(), *apps = json_array(), *machine = json_object();
    int bad = json_object_set_new(root, "apps", apps);
    for (size_t i = 0; i < o->mix.n; i++)
        bad |= add_program(apps, o, i);
    bad |= json_object_set_new(root, "machine", machine);
    bad |= add_counters(machine, &o->machine);
    if (o->alone != NULL)
        bad |= add_metrics(root, o);
    bad = bad || json_dumpf(root, stdout, JSON_INDENT(2)) || putchar('\n') == EOF;
    json_decref(root);
    return bad ? poise_fail(err, POISE_FAILED, "cannot write the statistics") : POISE_OK;
}

/* ---- runs ---- */

static int run_alone(mix_outcome *o, const evaluate_mix_machine *machine, poise_error *err)
{
    o->alone = calloc(o->mix.n + 1, sizeof *o->alone);
    int code = o->alone != NULL ? POISE_OK : poise_fail(err, POISE_FAILED, "out of memory for the results");
    for (size_t i = 0; i < o->mix.n && code == POISE_OK; i++)
        code = evaluate_mix_run_alone(&o->mix.programs[i], o->ranges[i].n, machine, &o->alone[i], err);
    return code;
}

static int run(mix_outcome *o, const evaluate_mix_machine *machine, poise_error *err)
{
    const size_t n = o->mix.n + 1; /* nobody asks for no memory */
    o->ranges = calloc(n, sizeof *o->ranges);
    o->shared = calloc(n, sizeof *o->shared);
    if (o->ranges == NULL || o->shared == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu programs", o->mix.n);
    int code = evaluate_mix_partition(&o->mix, (uint32_t)machine->config->sms, o->ranges, err);
    char *stuck = NULL;
    double start = poise_now();
    if (code == POISE_OK)
        code = evaluate_mix_run(&o->mix, o->ranges, machine, o->shared, &o->machine, &stuck, err);
    if (code != POISE_OK && stuck != NULL)
        fputs(stuck, stderr);
    free(stuck);
    if (code == POISE_OK) {
        const double seconds = poise_now() - start;
        poise_say("%.2f s, %.2f M warp instructions/s, %.2f M cycles/s", seconds,
                  (double)o->machine.warp_insts / seconds / 1e6, (double)o->machine.cycles / seconds / 1e6);
    }
    for (size_t i = 0; i < o->mix.n && code == POISE_OK; i++)
        if (o->shared[i].cut_short > 0)
            poise_warn("%s: %zu of %zu launches were cut short", o->mix.programs[i].name,
                       o->shared[i].cut_short, o->mix.programs[i].files.n);
    return code;
}

int cli_sim_mix(const poise_list *apps, const evaluate_mix_machine *machine, bool alone, bool json,
                poise_error *err)
{
    mix_outcome o = {0};
    int code = POISE_OK;
    for (size_t i = 0; i < apps->n && code == POISE_OK; i++) {
        code = cli_mix_add(&o.mix, apps->text[i], err);
        if (code != POISE_OK)
            poise_error_prefix(err, "--app");
    }
    if (code == POISE_OK)
        code = run(&o, machine, err);
    if (code == POISE_OK && alone)
        code = run_alone(&o, machine, err);
    if (code == POISE_OK && json)
        code = print_json(&o, err);
    else if (code == POISE_OK)
        print_text(&o);
    evaluate_mix_free(&o.mix);
    free(o.ranges);
    free(o.shared);
    free(o.alone);
    return code;
}

#include "cli/sim/counts.h"

#include <math.h>
#include <stdio.h>

static void print_all(const char *prefix, const char *point, const sim_counters *c)
{
    size_t n;
    const sim_counter_info *table = sim_counter_table(&n);
    printf("%s%sl1_hit_rate = %.4f\n", prefix, point, sim_l1_hit_rate(c));
    printf("%s%smean_miss_latency = %.1f\n", prefix, point, sim_miss_latency(c));
    for (size_t i = 0; i < n; i++)
        printf("%s%s%s = %llu\n", prefix, point, table[i].name,
               (unsigned long long)sim_counter_value(c, &table[i]));
}

void cli_counters_print_whole(const sim_counters *c)
{
    printf("gpu_tot_sim_cycle = %llu\n", (unsigned long long)c->cycles);
    printf("gpu_tot_sim_insn = %llu\n", (unsigned long long)c->thread_insts);
    printf("gpu_tot_ipc = %.4f\n", sim_ipc(c));
    printf("gpgpu_n_tot_w_icount = %llu\n", (unsigned long long)c->warp_insts);
    print_all("", "", c);
}

void cli_counters_print(const char *prefix, const sim_counters *c)
{
    printf("%s.ipc = %.4f\n", prefix, sim_ipc(c));
    print_all(prefix, ".", c);
}

void cli_statistics_print(const char *prefix, const char *place, const policy_statistic *all, size_t n)
{
    for (size_t i = 0; i < n; i++)
        printf("%s%s.%s = %.10g\n", prefix, place, all[i].name, all[i].value);
}

/* ---- JSON ---- */

json_t *cli_json_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

int cli_counters_add(json_t *to, const sim_counters *c)
{
    size_t n;
    const sim_counter_info *table = sim_counter_table(&n);
    int bad = 0;
    for (size_t i = 0; i < n; i++)
        bad |=
            json_object_set_new(to, table[i].name, json_integer((json_int_t)sim_counter_value(c, &table[i])));
    bad |= json_object_set_new(to, "ipc", cli_json_number(sim_ipc(c)));
    bad |= json_object_set_new(to, "l1_hit_rate", cli_json_number(sim_l1_hit_rate(c)));
    return bad | json_object_set_new(to, "mean_miss_latency", cli_json_number(sim_miss_latency(c)));
}

int cli_statistics_add(json_t *to, const char *place, const policy_statistic *all, size_t n)
{
    if (n == 0)
        return 0;
    json_t *of_place = json_object();
    int bad = json_object_set_new(to, place, of_place);
    for (size_t i = 0; i < n; i++)
        bad |= json_object_set_new(of_place, all[i].name, cli_json_number(all[i].value));
    return bad;
}

int cli_json_print(json_t *root, int bad, poise_error *err)
{
    bad = bad || root == NULL || json_dumpf(root, stdout, JSON_INDENT(2)) || putchar('\n') == EOF;
    json_decref(root);
    return bad ? poise_fail(err, POISE_FAILED, "cannot write the statistics") : POISE_OK;
}

#include "evaluate/results/mixes.h"

#include <stdio.h>

/* clang-format off */
#define FIELD(type, member, unit, label, scale)                                                        \
    .column = {.name = "/" #member, .units = (unit), .long_name = (label), .axis = {scale}},           \
    .offset = offsetof(type, member)

static const char *const kinds[] = {"sms", "cpu", NULL};

const poise_h5_field mixes_name_fields[MIXES_NAME_FIELDS] = {
    {FIELD(mixes_name, mix, "", "mix: its name", NULL), .kind = POISE_H5_TEXT},
};

const poise_h5_field mixes_party_fields[MIXES_PARTY_FIELDS] = {
    {FIELD(mixes_party, mix_program, "", "program of a mix: folder of the traces, or name of the CPU program", NULL), .kind = POISE_H5_TEXT},
    {FIELD(mixes_party, mix_program_mix, "1", "its mix: place in `mix`", "/mix_program"), .kind = POISE_H5_U32, .max = UINT32_MAX},
    {FIELD(mixes_party, mix_program_kind, "", "where it runs: sms, or cpu for a CPU core", "/mix_program"), .kind = POISE_H5_CHOICE, .choices = kinds},
    {FIELD(mixes_party, mix_program_launches, "1", "its launches; 0 of a CPU program", "/mix_program"), .kind = POISE_H5_U32, .max = UINT32_MAX},
    {FIELD(mixes_party, mix_program_hash, "", "hash of its traces", "/mix_program"), .kind = POISE_H5_HASH},
};

const poise_h5_field mixes_statistic_fields[MIXES_STATISTIC_FIELDS] = {
    {FIELD(mixes_statistic, mix_figure_mix, "1", "a policy tells a statistic about itself after a mix: place of the mix in `mix`", NULL), .kind = POISE_H5_U32, .max = UINT32_MAX},
    {FIELD(mixes_statistic, mix_figure_policy, "1", "of the figure: place of the policy in `policy`", NULL), .kind = POISE_H5_U32, .max = EVALUATE_MAX_POLICIES - 1},
    {FIELD(mixes_statistic, mix_figure_program, "1", "of the figure: place in `mix_program` of the program whose scheduler tells it; 4294967295 = of a policy that serves all", NULL), .kind = POISE_H5_U32, .max = UINT32_MAX},
    {FIELD(mixes_statistic, mix_figure_name, "", "of the figure: name, the policy's own", NULL), .kind = POISE_H5_TEXT},
    {FIELD(mixes_statistic, mix_figure_unit, "", "of the figure: unit", NULL), .kind = POISE_H5_TEXT},
    {FIELD(mixes_statistic, mix_figure_value, "1", "of the figure: value, in that unit", NULL), .kind = POISE_H5_REAL},
};

#define SERIES(member, path, unit, label)                                                              \
    .column = {.name = (path), .units = (unit), .long_name = (label)}, .offset = offsetof(results_series, member)
const poise_h5_field mixes_series_fields[MIXES_SERIES_FIELDS] = {
    {SERIES(series_launch, "/mix_series_mix", "1", "a series of numbers in the course of a mix: place of the mix in `mix`"), .kind = POISE_H5_U32, .max = UINT32_MAX},
    {SERIES(series_policy, "/mix_series_policy", "1", "of the series: place of the policy in `policy`"), .kind = POISE_H5_U32, .max = EVALUATE_MAX_POLICIES - 1},
    {SERIES(series_place, "/mix_series_source", "", "of the series: whose it is: app0 .. of the programs in order, cpu0 .. of the CPU cores, gpu or cpus: all of a kind"), .kind = POISE_H5_TEXT},
    {SERIES(series_name, "/mix_series_name", "", "of the series: name"), .kind = POISE_H5_TEXT},
    {SERIES(series_unit, "/mix_series_unit", "", "of the series: unit"), .kind = POISE_H5_TEXT},
    {SERIES(series_points, "/mix_series_points", "1", "of the series: points that it has, in order of the series in `point_cycle`"), .kind = POISE_H5_U32, .max = COURSE_MOST_POINTS},
};
/* clang-format on */

/* ---- numbers ---- */

typedef struct cpu_count_info {
    const char *name, *help;
    size_t offset;
} cpu_count_info;

static const cpu_count_info cpu_count_table[] = {
#define CPU_COUNT(name, meaning) {#name, (meaning), offsetof(cpu_counts, name)},
#include "sim/cpu/counts.def"
#undef CPU_COUNT
};

static const struct {
    const char *name, *unit, *help;
    mixes_source what;
} own[] = {
    {"/mix_first_sm", "1", "the first of the SMs of a program", MIXES_FIRST_SM},
    {"/mix_sms", "SM", "SMs of a program, in a row", MIXES_SMS},
    {"/mix_cut_short", "1",
     "launches that max_cycles or max_insts has ended; of a CPU program 1 = max_cycles has", MIXES_CUT_SHORT},
    {"/mix_restarts", "1", "times that a program has begun again until the end of the run", MIXES_RESTARTS},
};

enum {
    N_OWN = sizeof own / sizeof own[0],
    N_CPU_COUNTS = sizeof cpu_count_table / sizeof cpu_count_table[0]
};

size_t mixes_numbers(void)
{
    size_t n_counters;
    (void)sim_counter_table(&n_counters);
    return N_OWN + 2 * (n_counters + N_CPU_COUNTS);
}

void mixes_number_at(size_t i, mixes_number *number)
{
    size_t n_counters;
    const sim_counter_info *counter = sim_counter_table(&n_counters);
    *number = (mixes_number){.is_alone = false};
    if (i < N_OWN) {
        snprintf(number->name, sizeof number->name, "%s", own[i].name);
        snprintf(number->help, sizeof number->help, "%s", own[i].help);
        number->unit = own[i].unit;
        number->what = own[i].what;
        return;
    }
    i -= N_OWN;
    number->is_alone = i >= n_counters + N_CPU_COUNTS;
    i -= number->is_alone ? n_counters + N_CPU_COUNTS : 0;
    const bool is_counter = i < n_counters;
    i -= is_counter ? 0 : n_counters;
    number->what = is_counter ? MIXES_COUNTER : MIXES_CPU_COUNT;
    number->offset = is_counter ? counter[i].offset : cpu_count_table[i].offset;
    number->is_optional = is_counter && counter[i].is_optional;
    number->unit = is_counter ? counter[i].unit : "1";
    snprintf(number->name, sizeof number->name, "/mix_%s%s%s", number->is_alone ? "alone_" : "",
             is_counter ? "" : "cpu_", is_counter ? counter[i].name : cpu_count_table[i].name);
    snprintf(number->help, sizeof number->help, "%s%s: %s", is_counter ? "of a program" : "of a CPU program",
             number->is_alone ? " alone" : " in a mix",
             is_counter ? counter[i].help : cpu_count_table[i].help);
}

poise_h5_column mixes_column(const mixes_number *number)
{
    return (poise_h5_column){.name = number->name,
                             .units = number->unit,
                             .long_name = number->help,
                             .axis = {"/mix_program", "/policy"}};
}

bool mixes_has(const mixes_number *number, const evaluate_mix *mix, size_t party)
{
    if (party < mix->n)
        return number->what != MIXES_CPU_COUNT;
    return number->what != MIXES_FIRST_SM && number->what != MIXES_SMS;
}

static uint64_t *count_of(const mixes_number *number, const evaluate_mix *mix, const evaluate_mix_cell *cell,
                          size_t party)
{
    const evaluate_mix_outcome *o = number->is_alone ? &cell->alone : &cell->shared;
    sim_counters *counters = party < mix->n ? &o->programs[party].counters : &o->cpus[party - mix->n].below;
    return number->what == MIXES_COUNTER ? poise_member(counters, number->offset)
                                         : poise_member(&o->cpus[party - mix->n].counts, number->offset);
}

uint64_t mixes_get(const mixes_number *number, const evaluate_mix *mix, const evaluate_mix_cell *cell,
                   size_t party)
{
    const bool on_sms = party < mix->n;
    const sim_mix_result *program = on_sms ? &cell->shared.programs[party] : NULL;
    const sim_cpu_result *cpu = on_sms ? NULL : &cell->shared.cpus[party - mix->n];
    switch (number->what) {
    case MIXES_FIRST_SM: return cell->ranges[party].first;
    case MIXES_SMS: return cell->ranges[party].n;
    case MIXES_CUT_SHORT: return on_sms ? program->cut_short : cpu->cut_short;
    case MIXES_RESTARTS: return on_sms ? program->restarts : cpu->restarts;
    default: return *count_of(number, mix, cell, party);
    }
}

void mixes_put(const mixes_number *number, const evaluate_mix *mix, evaluate_mix_cell *cell, size_t party,
               uint64_t value)
{
    const bool on_sms = party < mix->n;
    sim_mix_result *program = on_sms ? &cell->shared.programs[party] : NULL;
    sim_cpu_result *cpu = on_sms ? NULL : &cell->shared.cpus[party - mix->n];
    switch (number->what) {
    case MIXES_FIRST_SM: cell->ranges[party].first = (uint32_t)value; break;
    case MIXES_SMS: cell->ranges[party].n = (uint32_t)value; break;
    case MIXES_CUT_SHORT:
        if (on_sms)
            program->cut_short = value;
        else
            cpu->cut_short = value != 0;
        break;
    case MIXES_RESTARTS: *(on_sms ? &program->restarts : &cpu->restarts) = value; break;
    default: *count_of(number, mix, cell, party) = value;
    }
}

/* ---- mixes ---- */

const poise_h5_column mixes_splits_column = {.name = "/mix_splits_tried",
                                             .units = "1",
                                             .long_name =
                                                 "splits of the SMs that were tried, 1 = the given one",
                                             .axis = {"/mix", "/policy"}};

poise_h5_column mixes_metric_column(const evaluate_mix_metric_info *metric, char name[RESULTS_NAME])
{
    snprintf(name, RESULTS_NAME, "/mix_%s", metric->name);
    return (poise_h5_column){
        .name = name, .units = metric->unit, .long_name = metric->title, .axis = {"/mix", "/policy"}};
}

#include "evaluate/results/schema.h"

#include "common/member.h"

#include <stdio.h>

/* clang-format off */
#define COLUMN(type, member, unit, label, scale)                                                       \
    .column = {.name = "/" #member, .units = (unit), .long_name = (label), .axis = {scale}},           \
    .offset = offsetof(type, member)
#define LAUNCH(member, unit, label) COLUMN(results_launch, member, unit, label, "/kernel")
#define CHANGE(member, unit, label, most) \
    {COLUMN(results_change, member, unit, label, NULL), .kind = POISE_H5_U32, .max = (most)}

const poise_h5_field results_policy_fields[RESULTS_POLICY_FIELDS] = {
    {COLUMN(results_policy, policy, "", "policy: its name where it was given one, otherwise what was asked for", NULL), .kind = POISE_H5_TEXT},
    {COLUMN(results_policy, policy_file_hash, "", "hash of the files that the policy names: shared objects, model; "
            "empty: none", "/policy"), .kind = POISE_H5_TEXT},
    {COLUMN(results_policy, policy_parts, "", "what stands behind the name of a policy: a scheduler, or PLACE:policy "
            "joined by +", "/policy"), .kind = POISE_H5_TEXT},
};

const poise_h5_field results_launch_fields[RESULTS_LAUNCH_FIELDS] = {
    {COLUMN(results_launch, kernel, "", "kernel function", NULL), .kind = POISE_H5_TEXT},
    {LAUNCH(program, "", "program: folder of the traces"), .kind = POISE_H5_TEXT},
    {LAUNCH(launch_index, "1", "number of the launch in its program, from 0"), .kind = POISE_H5_U32,
     .max = UINT32_MAX},
    {LAUNCH(trace_hash, "", "hash of the warp trace"), .kind = POISE_H5_HASH},
    {LAUNCH(warps, "warp", "warps per scheduler that occupancy allows (W)"), .kind = POISE_H5_U32, .min = 1,
     .max = PROFILE_MAX_WARPS},
    {LAUNCH(filled_warps, "warp", "of these, as many as the grid can fill"), .kind = POISE_H5_U32,
     .max = PROFILE_MAX_WARPS},
    {LAUNCH(launch_machine, "1", "of the launch: place of its machine in `machine`; all launches on the first "
            "machine, then all on the second, and so on"), .kind = POISE_H5_U32, .max = RESULTS_MOST_MACHINES - 1},
};

const poise_h5_column results_machine_column = {
    .name = "/machine", .units = "", .long_name = "name of a machine that is compared"};
const poise_h5_column results_machine_config_column = {
    .name = "/machine_config", .units = "", .long_name = "of the machine: effective configuration",
    .axis = {"/machine"}};

const poise_h5_field results_change_fields[RESULTS_CHANGE_FIELDS] = {
    CHANGE(change_launch, "1", "a policy has changed the warp-tuple of an SM: place of the launch in `kernel`", UINT32_MAX),
    CHANGE(change_policy, "1", "of the change: place of the policy in `policy`", EVALUATE_MAX_POLICIES - 1),
    CHANGE(change_sm, "1", "of the change: streaming multiprocessor", PROFILE_MAX_SMS - 1),
    CHANGE(change_cycle, "core cycle", "of the change: cycle of the launch", UINT32_MAX),
    CHANGE(change_n, "warp", "of the change: N from now on, at most W", PROFILE_MAX_WARPS),
    CHANGE(change_p, "warp", "of the change: p from now on, at most W", PROFILE_MAX_WARPS),
};

#define STATISTIC(member, unit, label) COLUMN(results_statistic, member, unit, label, NULL)

const poise_h5_field results_statistic_fields[RESULTS_STATISTIC_FIELDS] = {
    {STATISTIC(figure_launch, "1", "a policy tells a statistic about itself after a launch: place of the launch in `kernel`"),
     .kind = POISE_H5_U32, .max = UINT32_MAX},
    {STATISTIC(figure_policy, "1", "of the figure: place of the policy in `policy`"), .kind = POISE_H5_U32,
     .max = EVALUATE_MAX_POLICIES - 1},
    {STATISTIC(figure_name, "", "of the figure: name, the policy's own"), .kind = POISE_H5_TEXT},
    {STATISTIC(figure_unit, "", "of the figure: unit"), .kind = POISE_H5_TEXT},
    {STATISTIC(figure_value, "1", "of the figure: value, in that unit"), .kind = POISE_H5_REAL},
};

#define SERIES(member, unit, label) COLUMN(results_series, member, unit, label, NULL)

const poise_h5_field results_series_fields[RESULTS_SERIES_FIELDS] = {
    {SERIES(series_launch, "1", "a series of numbers in the course of a launch: place of the launch in `kernel`"),
     .kind = POISE_H5_U32, .max = UINT32_MAX},
    {SERIES(series_policy, "1", "of the series: place of the policy in `policy`"), .kind = POISE_H5_U32,
     .max = EVALUATE_MAX_POLICIES - 1},
    {SERIES(series_place, "", "of the series: who says it: sched, l1, l2, dram, tlb, vm, or the machine"), .kind = POISE_H5_TEXT},
    {SERIES(series_group, "", "of the series: the whole that it is a part of"), .kind = POISE_H5_TEXT},
    {SERIES(series_name, "", "of the series: name"), .kind = POISE_H5_TEXT},
    {SERIES(series_unit, "", "of the series: unit of its values"), .kind = POISE_H5_TEXT},
    {SERIES(series_points, "1", "of the series: how many of the points are its own; they follow each other"),
     .kind = POISE_H5_U32, .max = COURSE_MOST_POINTS},
};

const poise_h5_field results_point_fields[RESULTS_POINT_FIELDS] = {
    {COLUMN(results_point, point_cycle, "core cycle", "of a point of a series: cycle of the launch or the mix up to which it counts", NULL),
     .kind = POISE_H5_U32, .max = UINT32_MAX},
    {COLUMN(results_point, point_value, "1", "of the point: value since the point before, in the unit of the series", NULL),
     .kind = POISE_H5_REAL},
};
/* clang-format on */

const char *const results_means[EVALUATE_MEAN_GEOMETRIC + 1] = {"default", "harmonic", "arithmetic",
                                                                "geometric"};

/* ---- numbers ---- */

static uint64_t get_tuple(const evaluate_cell *cell, size_t launch, size_t offset)
{
    if (cell->schedule.tuples == NULL)
        return RESULTS_FILL;
    return *(const uint32_t *)poise_const_member(&cell->schedule.tuples[launch], offset);
}

static void put_tuple(evaluate_cell *cell, size_t launch, size_t offset, uint64_t value)
{
    *(uint32_t *)poise_member(&cell->schedule.tuples[launch], offset) = (uint32_t)value;
}

static uint64_t get_counter(const evaluate_cell *cell, size_t launch, size_t offset)
{
    return *(const uint64_t *)poise_const_member(&cell->result.launches[launch], offset);
}

static void put_counter(evaluate_cell *cell, size_t launch, size_t offset, uint64_t value)
{
    *(uint64_t *)poise_member(&cell->result.launches[launch], offset) = value;
}

static uint64_t get_fact(const evaluate_cell *cell, size_t launch, size_t offset)
{
    return *(const uint64_t *)poise_const_member(&cell->result.facts[launch], offset);
}

static void put_fact(evaluate_cell *cell, size_t launch, size_t offset, uint64_t value)
{
    *(uint64_t *)poise_member(&cell->result.facts[launch], offset) = value;
}

static const results_number tuples[] = {
    {"tuple_n", "warp", "N of a static policy (swl, static_best)", true, false, get_tuple, put_tuple,
     offsetof(evaluate_tuple, n)},
    {"tuple_p", "warp", "p of a static policy (swl, static_best)", true, false, get_tuple, put_tuple,
     offsetof(evaluate_tuple, p)},
};
enum { N_TUPLES = sizeof tuples / sizeof tuples[0] };

size_t results_numbers(void)
{
    size_t n_counters, n_facts;
    (void)sim_counter_table(&n_counters);
    (void)evaluate_fact_table(&n_facts);
    return N_TUPLES + n_counters + n_facts;
}

results_number results_number_at(size_t i)
{
    size_t n_counters, n_facts;
    const sim_counter_info *counter = sim_counter_table(&n_counters);
    const evaluate_fact_info *fact = evaluate_fact_table(&n_facts);
    if (i < N_TUPLES)
        return tuples[i];
    i -= N_TUPLES;
    if (i < n_counters)
        return (results_number){counter[i].name,        counter[i].unit, counter[i].help, false,
                                counter[i].is_optional, get_counter,     put_counter,     counter[i].offset};
    i -= n_counters;
    return (results_number){fact[i].name, fact[i].unit, fact[i].help, false,
                            false,        get_fact,     put_fact,     fact[i].offset};
}

poise_h5_column results_column(const results_number *number, char name[RESULTS_NAME])
{
    snprintf(name, RESULTS_NAME, "/%s", number->name);
    return (poise_h5_column){
        .name = name, .units = number->unit, .long_name = number->help, .axis = {"/kernel", "/policy"}};
}

/* What writer and reader of results.h5 agree on. */
#ifndef POISE_EVALUATE_RESULTS_SCHEMA_H
#define POISE_EVALUATE_RESULTS_SCHEMA_H

#include "common/h5_rows.h"
#include "evaluate/results/results.h"

enum {
    RESULTS_MAX_CONFIG_TEXT = 60 << 10, /* an HDF5 attribute holds less than 64 KiB */
    RESULTS_MAX_RUNS = 1 << 22,         /* launches times policies: 2 GiB of counters in memory */
    RESULTS_MAX_CHANGES = 1 << 26,
    RESULTS_MAX_STATISTICS = RESULTS_MAX_RUNS * POLICY_STATISTICS,
    RESULTS_VERSION_OF_STATISTICS = 2, /* the first that has them */
    RESULTS_NAME = 64,
    RESULTS_MACHINE_NAME = 256, /* bytes */
    RESULTS_VERSION_OF_PARTS = 3,
    RESULTS_VERSION_OF_MIXES = 4,
    RESULTS_VERSION_OF_MIX_STATISTICS = 5,
    RESULTS_VERSION_OF_MACHINES = 6,
    RESULTS_POLICY_FIELDS = 3, /* the last one from RESULTS_VERSION_OF_PARTS on */
    RESULTS_LAUNCH_FIELDS = 7, /* the last one where machines have names */
    RESULTS_CHANGE_FIELDS = 6,
    RESULTS_STATISTIC_FIELDS = 5,
    RESULTS_SERIES_FIELDS = 7,
    RESULTS_POINT_FIELDS = 2,
    RESULTS_MAX_SERIES = 1 << 22,
    RESULTS_MAX_POINTS = 1 << 26,
};

/* Stored where a policy has no tuple of its own. */
#define RESULTS_FILL UINT64_MAX

typedef struct results_policy {
    char *policy, *policy_file_hash, *policy_parts;
} results_policy;

/* A launch of a program; those of a program stand together. */
typedef struct results_launch {
    char *kernel, *program;
    uint32_t launch_index, warps, filled_warps;
    char trace_hash[POISE_HASH_TEXT];
    uint32_t launch_machine;
} results_launch;

/* A change of the tuple; in order of launch, policy, SM and time. */
typedef struct results_change {
    uint32_t change_launch, change_policy, change_sm, change_cycle, change_n, change_p;
} results_change;

/* What a policy tells about itself after a launch; in order of launch and policy. */
/* Columns keep the names that version 2 gave them. */
typedef struct results_statistic {
    uint32_t figure_launch, figure_policy;
    char *figure_name, *figure_unit;
    double figure_value;
} results_statistic;

/* The course of a launch (evaluate/course.h): its series, in order of launch and policy, and their points, as
 * many for each as it says. */
typedef struct results_series {
    uint32_t series_launch, series_policy;
    char *series_place, *series_group, *series_name, *series_unit;
    uint32_t series_points;
} results_series;

typedef struct results_point {
    uint32_t point_cycle;
    double point_value;
} results_point;

extern const poise_h5_field results_policy_fields[RESULTS_POLICY_FIELDS];
extern const poise_h5_field results_launch_fields[RESULTS_LAUNCH_FIELDS];
extern const poise_h5_field results_change_fields[RESULTS_CHANGE_FIELDS];
extern const poise_h5_field results_statistic_fields[RESULTS_STATISTIC_FIELDS];
extern const poise_h5_field results_series_fields[RESULTS_SERIES_FIELDS];
extern const poise_h5_field results_point_fields[RESULTS_POINT_FIELDS];

/* Numbers of every launch under every policy: the tuples of the static policies, then the simulator's
 * counters, then the facts. */
typedef struct results_number {
    const char *name, *unit, *help;
    bool is_tuple;    /* RESULTS_FILL where there is none */
    bool is_optional; /* files of older programs lack it: SIM_UNKNOWN */
    /* Place of the number in a cell. */
    uint64_t (*get)(const evaluate_cell *cell, size_t launch, size_t offset);
    void (*put)(evaluate_cell *cell, size_t launch, size_t offset, uint64_t value);
    size_t offset;
} results_number;

size_t results_numbers(void);
results_number results_number_at(size_t i);
/* Its column; its name is written to `name`. */
poise_h5_column results_column(const results_number *number, char name[RESULTS_NAME]);

/* The data sets of named machines, [machine]. */
extern const poise_h5_column results_machine_column, results_machine_config_column;
/* Choices of the attribute `mean`, by evaluate_mean. */
extern const char *const results_means[EVALUATE_MEAN_GEOMETRIC + 1];

/* For the writers: what every file begins with; the policies. */
int results_write_machine(poise_h5 *file, uint64_t version, const sim_config *config, poise_error *err);
int results_write_policies(poise_h5 *file, const evaluate_policy_list *list, poise_error *err);

/* A program on a machine; they follow each other by machine. */
typedef struct results_slot {
    const evaluate_comparison *comparison;
    size_t program;
    size_t n_launches;
} results_slot;
static inline size_t results_slots(evaluate_comparisons all)
{
    return all.n * all.of[0]->request.n_programs;
}
static inline results_slot results_slot_at(evaluate_comparisons all, size_t i)
{
    const size_t n = all.of[0]->request.n_programs;
    const evaluate_comparison *comparison = all.of[i / n];
    return (results_slot){comparison, i % n, comparison->request.programs[i % n].n_launches};
}
/* Its result under a policy. */
static inline evaluate_result *results_slot_result(const results_slot *slot, size_t policy)
{
    return &slot->comparison->cells[evaluate_place(slot->comparison, slot->program, policy)].result;
}

/* For the writer, statistics.c: rows that it writes, and these. */
size_t results_count_statistics(evaluate_comparisons all);
int results_write_statistics(poise_h5 *file, evaluate_comparisons all, poise_error *err);
/* The same for the writer, courses.c: the courses of launches, if any was watched. */
int results_write_courses(poise_h5 *file, evaluate_comparisons all, poise_error *err);

#endif

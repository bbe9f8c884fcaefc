/* What writer and reader of mixes in results.h5 agree on. */
#ifndef POISE_EVALUATE_RESULTS_MIXES_H
#define POISE_EVALUATE_RESULTS_MIXES_H

#include "evaluate/results/schema.h"

enum {
    MIXES_NAME_FIELDS = 1,
    MIXES_PARTY_FIELDS = 5,
    MIXES_STATISTIC_FIELDS = 6,
    MIXES_SERIES_FIELDS = 6,
    MIXES_MAX_RUNS = 1 << 20,
};

typedef struct mixes_name {
    char *mix;
} mixes_name;

/* A program of a mix; those of a mix stand together in order of the mixes, CPU programs last. */
typedef struct mixes_party {
    char *mix_program;
    uint32_t mix_program_mix, mix_program_launches;
    int mix_program_kind;
    char mix_program_hash[POISE_HASH_TEXT];
} mixes_party;

enum { MIXES_ON_SMS, MIXES_ON_CPU };

/* What a policy tells about itself after a mix; in order of mix, policy and program. */
typedef struct mixes_statistic {
    uint32_t mix_figure_mix, mix_figure_policy, mix_figure_program;
    char *mix_figure_name, *mix_figure_unit;
    double mix_figure_value;
} mixes_statistic;

/* The program of policies that serve all of them. */
#define MIXES_ALL_PROGRAMS UINT32_MAX

extern const poise_h5_field mixes_name_fields[MIXES_NAME_FIELDS];
extern const poise_h5_field mixes_party_fields[MIXES_PARTY_FIELDS];
extern const poise_h5_field mixes_statistic_fields[MIXES_STATISTIC_FIELDS];
/* Of results_series: the course of a mix (evaluate/course.h), series of sources of requests in order of mix
 * and policy, without a group. */
extern const poise_h5_field mixes_series_fields[MIXES_SERIES_FIELDS];

typedef enum mixes_source {
    MIXES_FIRST_SM,
    MIXES_SMS,
    MIXES_CUT_SHORT,
    MIXES_RESTARTS,
    MIXES_COUNTER,
    MIXES_CPU_COUNT
} mixes_source;

/* A number of every program of every mix under every policy. */
typedef struct mixes_number {
    char name[RESULTS_NAME]; /* with a slash */
    const char *unit;
    char help[256];
    mixes_source what;
    bool is_alone, is_optional; /* an optional counter may be SIM_UNKNOWN, and its column missing */
    size_t offset;              /* of a counter */
} mixes_number;

size_t mixes_numbers(void);
void mixes_number_at(size_t i, mixes_number *number);
poise_h5_column mixes_column(const mixes_number *number);

/* Whether a program has the number: SMs are of GPU programs, some counts of CPU programs. */
bool mixes_has(const mixes_number *number, const evaluate_mix *mix, size_t party);
/* Of one that has it. */
uint64_t mixes_get(const mixes_number *number, const evaluate_mix *mix, const evaluate_mix_cell *cell,
                   size_t party);
void mixes_put(const mixes_number *number, const evaluate_mix *mix, evaluate_mix_cell *cell, size_t party,
               uint64_t value);

/* For the writer, mixes_statistics.c: rows that it writes, and these. */
size_t mixes_count_statistics(const evaluate_mixes *mixes);
int mixes_write_statistics(poise_h5 *file, const evaluate_mixes *mixes, poise_error *err);
/* The courses of mixes, if any was watched. */
int mixes_write_courses(poise_h5 *file, const evaluate_mixes *mixes, poise_error *err);

extern const poise_h5_column mixes_splits_column;
/* Of a metric; its name is written to `name`. */
poise_h5_column mixes_metric_column(const evaluate_mix_metric_info *metric, char name[RESULTS_NAME]);

#endif

/* The data set of loads: of every load instruction that `poise profile --loads` has looked at, what it does
 * in its launch and what its right to allocate L1 lines is worth. A choice of loads is learned from it
 * (docs/BEYOND.md). Built from profiles, kept in HDF5 (docs/DATA.md).
 *
 * A row is one measured difference: the same launch at the same {N, p}, with the same other loads around,
 * once with the load around and once with it allocating. */
#ifndef POISE_FEATURES_LOAD_DATASET_H
#define POISE_FEATURES_LOAD_DATASET_H

#include "common/error.h"
#include "common/hash.h"
#include "common/options.h"
#include "profile/profile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Places in load_dataset_load.x, in the order of the model. */
typedef enum load_dataset_feature {
#define MODEL_FEATURE(name, definition) LOAD_X_##name,
#include "models/load_features.def"
#undef MODEL_FEATURE
    LOAD_DATASET_FEATURES
} load_dataset_feature;

/* Places in load_dataset_load.extra. */
typedef enum load_dataset_extra {
#define LOAD_EXTRA(name, unit, definition) LOAD_EXTRA_##name,
#include "features/load_extras.def"
#undef LOAD_EXTRA
    LOAD_DATASET_EXTRAS
} load_dataset_extra;

/* What is special about the schedule of a row: bits of load_dataset_row.context. */
enum {
    /* The best measured schedule of the launch, plane and sets, where what the load is worth there was
     * measured; otherwise the fastest measured pair with N = p. One row of each load that has any with
     * N = p has this bit: by these choices of loads are judged. */
    LOAD_AT_BEST = 1,
    LOAD_AT_ALL = 2,      /* {W, W}, and all other loads allocate */
    LOAD_AT_DIAGONAL = 4, /* the best N = p, likewise */
    LOAD_AT_TUPLE = 8,    /* the best {N, p}, likewise */
    LOAD_AT_ANY = 15
};

typedef struct load_dataset_launch {
    char *program; /* group for cross-validation */
    char *run;     /* of the program: folder of the trace */
    char *kernel;  /* function name */
    uint32_t launch_index;
    char trace_hash[POISE_HASH_TEXT];
    profile_split split;
    uint32_t warps;    /* W: warps per scheduler that this launch can have */
    uint32_t excluded; /* why not to train on it: 0, or DATASET_EVALUATED of dataset.h */
    uint32_t n_loads, n_schedules;
    size_t first_load;           /* of n_loads in load_dataset.loads; there are launches without */
    profile_schedule *schedules; /* all that were measured, in the order of n, p, around; cycles < 2^32.
                                    {W, W} and {1, 1} are among them */
} load_dataset_launch;

typedef struct load_dataset_load {
    uint32_t launch;                     /* place in load_dataset.launches */
    uint32_t number;                     /* of the load in its launch: its bit in `around` */
    uint32_t pc, source_line;            /* number in the kernel; line in its source, 0 = unknown */
    char source[PROFILE_SOURCE_TEXT];    /* that line as in the profile; "" = unknown */
    uint32_t lookups_one;                /* accesses in windows at (1, 1), limited to 2^32 - 1: too few say
                                            nothing */
    double share;                        /* of the lines that all loads of the launch ask the L1 for */
    double x[LOAD_DATASET_FEATURES];     /* in windows, as the engine sees it: 0..8; `constant` is 1 */
    double whole[LOAD_DATASET_FEATURES]; /* the same of the whole launch at {1, 1} and {W, W}; wasted_one of
                                            the lines that were brought */
    double extra[LOAD_DATASET_EXTRAS];   /* >= 0, NaN = the profile does not tell it */
} load_dataset_load;

typedef struct load_dataset_row {
    uint32_t load;    /* place in load_dataset.loads */
    uint32_t n, p;    /* p >= 1: where nobody allocates no load is worth anything */
    uint32_t around;  /* the other loads of the launch that allocate nothing; the load's own bit is 0 */
    uint32_t context; /* LOAD_AT_... bits; 0 = another schedule that the search has measured */
    uint32_t cycles_allocating, cycles_around; /* of the launch, > 0 */
    double margin; /* ln(cycles_around / cycles_allocating): > 0 says that the load had better allocate */
} load_dataset_row;

typedef struct load_dataset {
    size_t n_launches, n_loads, n_rows;
    load_dataset_launch *launches;      /* in the order of the profiles */
    load_dataset_load *loads;           /* in the order of launch and number */
    load_dataset_row *rows;             /* in the order of load, n, p, around */
    char config_hash[POISE_HASH_TEXT];  /* machine of the profiles, profile_machine_hash() */
    char profile_hash[POISE_HASH_TEXT]; /* of the profile files that it was made from */
    char hash[POISE_HASH_TEXT];         /* of what it says, once it was read; see features/content.h */
} load_dataset;

/* Names, and what they mean, in the order of the enums; those of `whole` begin with "whole_". */
extern const char *const load_dataset_feature_name[LOAD_DATASET_FEATURES],
    *const load_dataset_whole_name[LOAD_DATASET_FEATURES],
        *const load_dataset_feature_definition[LOAD_DATASET_FEATURES];
extern const char *const load_dataset_extra_name[LOAD_DATASET_EXTRAS],
    *const load_dataset_extra_definition[LOAD_DATASET_EXTRAS];

/* Appends the launches of `source`; `name` (its file) is for messages. `programs`: only launches of these;
 * empty or NULL = of all. A profile whose loads were not looked at, also in windows, one of another machine,
 * or one whose launches the data set already has, is POISE_USAGE. After an error `data` may only be freed. */
int load_dataset_add_profile(load_dataset *data, const profile *source, const char *name,
                             const poise_list *programs, poise_error *err);

/* POISE_USAGE names a program that no launch belongs to. */
int load_dataset_check_programs(const load_dataset *data, const poise_list *programs, poise_error *err);

/* Whether training uses this row: its launch is of the training split and not excluded. */
bool load_dataset_row_trains(const load_dataset *data, const load_dataset_row *row);

/* Cycles of a launch under a schedule; 0 = it was not measured. */
uint32_t load_dataset_cycles(const load_dataset_launch *launch, uint32_t n, uint32_t p, uint32_t around);

/* Atomic; the same data give the same bytes. Without rows POISE_USAGE. */
int load_dataset_write(const char *path, const load_dataset *data, poise_error *err);
/* Input is not trusted: on success every field is in the range that is stated above, rows agree with the
 * schedules of their launches and data->hash is set. The caller frees with load_dataset_free. */
int load_dataset_read(const char *path, load_dataset *data, poise_error *err);
/* The same without the launches of other splits than training, their loads and rows: what is learned from,
 * chosen or validated by must come through this door. */
int load_dataset_read_training(const char *path, load_dataset *data, poise_error *err);
/* A line for each row, with everything that is known of its load and launch but the schedules, as
 * comma-separated values with a header line; numbers with 17 digits. Atomic. */
int load_dataset_write_csv(const char *path, const load_dataset *data, poise_error *err);

/* Frees everything inside and zeroes `data`; a zeroed one is fine. */
void load_dataset_free(load_dataset *data);

#endif

/* A data set in memory: one row per kernel launch, everything that training and evaluation need. It is built
 * from profiles (dataset_build.h) or read from dataset.h5 (dataset_file.h). */
#ifndef POISE_FEATURES_DATASET_H
#define POISE_FEATURES_DATASET_H

#include "common/error.h"
#include "common/hash.h"
#include "features/features.h"
#include "features/surface.h"
#include "profile/profile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Why a kernel must not be trained on; bits of dataset_row.excluded. */
typedef enum dataset_exclusion {
#define EXCLUSION(id, bit, meaning) DATASET_##id = 1 << (bit),
#include "features/exclusions.def"
#undef EXCLUSION
    DATASET_ALL_EXCLUSIONS = 0
#define EXCLUSION(id, bit, meaning) | DATASET_##id
#include "features/exclusions.def"
#undef EXCLUSION
} dataset_exclusion;

typedef struct dataset_row {
    char *program;                    /* group for cross-validation */
    char *run;                        /* of the program: folder of the trace */
    char *kernel;                     /* function name */
    uint32_t launch_index;            /* 0-based launch of the program */
    char trace_hash[POISE_HASH_TEXT]; /* identity of the launch */
    profile_split split;
    uint32_t warps;           /* W: warps per scheduler that this kernel can have */
    double x[FEATURES_COUNT]; /* of the whole kernel; finite */
    uint32_t sampled_sms;     /* SMs whose engine would have sampled its features; 0: x_sampled is unset */
    double x_sampled[FEATURES_COUNT]; /* mean of what they would have sampled; finite */
    uint32_t target_n, target_p;
    double scaled_n, scaled_p; /* targets times DATASET_SCALED_WARPS / W: what is regressed on */
    double weight;             /* of this row in training, > 0 */
    uint32_t excluded;         /* dataset_exclusion bits, 0 = train on it */
    surface speedup;           /* S(N, p) */
    surface score;             /* what the target maximises */
    surface polluting;         /* mu(N, p) of polluting.h; without values (warps 0) when no profile told it */
} dataset_row;

typedef struct dataset {
    size_t n_rows;
    dataset_row *rows;
    bool merges_hit; /* how h was counted, see features.h */
    model_view view; /* which features x are; x_sampled is of the thesis only */
    bool is_sampled; /* x of every row is x_sampled, see dataset_choose_features */
    char
        config_hash[POISE_HASH_TEXT]; /* machine that the profiles were measured on, profile_machine_hash() */
    char profile_hash[POISE_HASH_TEXT]; /* of the profile files that it was made from */
    char hash[POISE_HASH_TEXT];         /* of what it says, once it was read; see features/content.h */
} dataset;

/* Warps per scheduler to which targets are scaled: 24, as in Table 5.1. */
enum { DATASET_SCALED_WARPS = 24 };

/* Frees everything inside and zeroes the row. */
void dataset_row_free(dataset_row *row);
/* Which features models see. */
typedef enum dataset_feature_source { DATASET_WHOLE_KERNEL, DATASET_SAMPLED } dataset_feature_source;
#define DATASET_FEATURE_CHOICES "kernel|sampled"

/* With DATASET_SAMPLED every row's `x` becomes its `x_sampled`, and rows without are dropped: no engine would
 * ever predict for them. POISE_FAILED when none is left. */
int dataset_choose_features(dataset *data, dataset_feature_source source, poise_error *err);

/* Frees everything inside and zeroes `data`; a zeroed one is fine. */
void dataset_free(dataset *data);

/* Whether training uses this row: split training and not excluded. */
bool dataset_row_trains(const dataset_row *row);

#endif

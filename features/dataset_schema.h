/* What writer and reader of dataset.h5 agree on; described for users in docs/DATA.md. */
#ifndef POISE_FEATURES_DATASET_SCHEMA_H
#define POISE_FEATURES_DATASET_SCHEMA_H

#include "features/dataset.h"
#include "profile/profile_schema.h"

#define DATASET_FORMAT "poise dataset"

enum {
    DATASET_MAX_ELEMENTS = 1 << 23, /* of a surface table: 64 MiB in memory */
    DATASET_ROW_FIELDS = PROFILE_KERNEL_FIELDS + 6,
};

/* One column per member of a row. */
extern const poise_h5_field dataset_row_fields[DATASET_ROW_FIELDS];

/* Features: their names and definitions, and the matrix kernel x feature. */
extern const poise_h5_column dataset_feature, dataset_definition, dataset_x;

/* Tables kernel x N x p; their axes are those of profile.h5. */
extern const poise_h5_column dataset_speedup, dataset_score;

/* What each bit of `excluded` means, in words. */
extern const char dataset_flag_meanings[];

#endif

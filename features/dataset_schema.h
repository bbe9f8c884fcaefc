/* What writer and reader of dataset.h5 agree on; described for users in docs/DATA.md. */
#ifndef POISE_FEATURES_DATASET_SCHEMA_H
#define POISE_FEATURES_DATASET_SCHEMA_H

#include "features/dataset.h"
#include "profile/profile_schema.h"

#define DATASET_FORMAT "poise dataset"

enum {
    DATASET_MAX_ELEMENTS = 1 << 23, /* of a surface table: 64 MiB in memory */
    DATASET_ROW_FIELDS = PROFILE_KERNEL_FIELDS + 7,
};

/* One column per member of a row. */
extern const poise_h5_field dataset_row_fields[DATASET_ROW_FIELDS];

/* Features: their names and definitions. */
extern const poise_h5_column dataset_feature, dataset_definition;

/* The matrices kernel x feature and where their rows are kept. */
typedef struct dataset_matrix {
    poise_h5_column column;
    size_t offset;    /* in dataset_row */
    bool may_be_none; /* NaN in rows with sampled_sms == 0 */
} dataset_matrix;
enum { DATASET_MATRICES = 2 };
extern const dataset_matrix dataset_matrices[DATASET_MATRICES];

/* Tables kernel x N x p; their axes are those of profile.h5. */
extern const poise_h5_column dataset_speedup, dataset_score;
/* Likewise; files of profiles that do not tell it have no such table. */
extern const poise_h5_column dataset_polluting;

/* What each bit of `excluded` means, in words. */
extern const char dataset_flag_meanings[];

#endif

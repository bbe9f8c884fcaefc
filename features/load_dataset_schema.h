/* What writer and reader of the data set of loads agree on; described for users in docs/DATA.md. */
#ifndef POISE_FEATURES_LOAD_DATASET_SCHEMA_H
#define POISE_FEATURES_LOAD_DATASET_SCHEMA_H

#include "features/dataset_schema.h"
#include "features/load_dataset.h"

#define LOAD_DATASET_FORMAT "poise loads"

enum {
    LOAD_DATASET_FORMAT_VERSION = 2,     /* 1: of whole launches only, and without wasted_one */
    LOAD_DATASET_MAX_LAUNCHES = 1 << 16, /* this and the next: our choice */
    LOAD_DATASET_MAX_ROWS = 1 << 22,     /* of rows, and of schedules */
    LOAD_DATASET_LAUNCH_FIELDS = PROFILE_KERNEL_FIELDS + 1,
    LOAD_DATASET_LOAD_FIELDS = 6,
    LOAD_DATASET_ROW_FIELDS = 8,
    LOAD_DATASET_SCHEDULE_FIELDS = 5,
};

/* The line of a load's source in the file. */
typedef struct load_dataset_source {
    char *text;
} load_dataset_source;

/* A schedule in the file: of the launch whose place it has. */
typedef struct load_dataset_schedule {
    uint32_t kernel, n, p, around, cycles;
} load_dataset_schedule;

/* One column per member; of load_dataset_load in four parts. A file lacks the extras that one of its
 * profiles does not tell. */
extern const poise_h5_field load_dataset_launch_fields[LOAD_DATASET_LAUNCH_FIELDS],
    load_dataset_load_fields[LOAD_DATASET_LOAD_FIELDS], load_dataset_feature_fields[LOAD_DATASET_FEATURES],
    load_dataset_whole_fields[LOAD_DATASET_FEATURES], load_dataset_extra_fields[LOAD_DATASET_EXTRAS],
    load_dataset_row_fields[LOAD_DATASET_ROW_FIELDS],
    load_dataset_schedule_fields[LOAD_DATASET_SCHEDULE_FIELDS];

/* A file lacks it whose profiles tell of no load. */
extern const poise_h5_field load_dataset_source_field;

/* What each bit of load_dataset_row.context means, in words. */
extern const char load_dataset_context_meanings[];

#endif

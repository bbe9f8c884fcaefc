/* What writer and reader of profile.h5 agree on; described for users in docs/DATA.md. */
#ifndef POISE_PROFILE_PROFILE_SCHEMA_H
#define POISE_PROFILE_PROFILE_SCHEMA_H

#include "common/h5_rows.h"
#include "profile/profile.h"

#define PROFILE_FORMAT "poise profile"

/* Stored where nothing was measured, and for p > N. */
#define PROFILE_FILL UINT64_MAX

enum {
    PROFILE_MAX_CONFIG_TEXT = 60 << 10, /* an HDF5 attribute holds less than 64 KiB */
    PROFILE_MAX_POINTS = 1 << 22,       /* tuples of all kernels of a file: 1 GiB of counters in memory */
    PROFILE_KERNEL_FIELDS = 6,
};

/* The columns that describe a kernel. */
extern const poise_h5_field profile_kernel_fields[PROFILE_KERNEL_FIELDS];

/* The axes of the counters. */
extern const poise_h5_column profile_axis_n, profile_axis_p;

/* The column of a counter; its name is written to `name`. */
enum { PROFILE_COLUMN_NAME = 64 };
poise_h5_column profile_counter_column(const sim_counter_info *info, char name[PROFILE_COLUMN_NAME]);

#endif

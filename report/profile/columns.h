/* The columns of the tables of a report, from columns.def. */
#ifndef POISE_REPORT_PROFILE_COLUMNS_H
#define POISE_REPORT_PROFILE_COLUMNS_H

#include "report/number.h"
#include "report/profile/launches.h"

#include <stdbool.h>

typedef enum profile_column_kind {
    PROFILE_NUMBER,
    PROFILE_TEXT,
    PROFILE_COUNT,
    PROFILE_SHARE,
    PROFILE_POINT
} profile_column_kind;

typedef struct profile_column {
    const char *name, *title, *help;
    profile_column_kind kind;
    bool on_page;
    size_t offset; /* of the member in profile_launch */
} profile_column;

const profile_column *profile_columns(size_t *n);

/* The value of a column of kind NUMBER, COUNT or SHARE, and what sorting compares: of a POINT its speedup.
 * NaN for a TEXT. */
double profile_column_number(const profile_column *column, const profile_launch *launch);
const char *profile_column_text(const profile_column *column, const profile_launch *launch);
/* As people read it; of a POINT the speedup. */
number_text profile_column_shown(const profile_column *column, const profile_launch *launch);

/* As programs read it, with all digits: a NUMBER, COUNT or SHARE. */
number_text profile_column_exact(const profile_column *column, const profile_launch *launch);

/* {N,p}, or "–" */
number_text profile_tuple_text(const profile_tuple *tuple);

#endif

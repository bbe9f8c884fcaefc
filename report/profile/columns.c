#include "report/profile/columns.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>

const profile_column *profile_columns(size_t *n)
{
    static const profile_column table[] = {
#define COLUMN(member, kind, title, help, on_page) \
    {#member, title, help, PROFILE_##kind, on_page, offsetof(profile_launch, member)},
#include "report/profile/columns.def"
#undef COLUMN
    };
    *n = sizeof table / sizeof table[0];
    return table;
}

static const void *member_of(const profile_column *column, const profile_launch *launch)
{
    return (const char *)launch + column->offset;
}

const char *profile_column_text(const profile_column *column, const profile_launch *launch)
{
    return *(const char *const *)member_of(column, launch);
}

static uint64_t count_of(const profile_column *column, const profile_launch *launch)
{
    return *(const uint64_t *)member_of(column, launch);
}

double profile_column_number(const profile_column *column, const profile_launch *launch)
{
    switch (column->kind) {
    case PROFILE_NUMBER:
    case PROFILE_COUNT: return (double)count_of(column, launch);
    case PROFILE_SHARE: return *(const double *)member_of(column, launch);
    case PROFILE_POINT: return profile_tuple_at(launch, column->offset)->speedup;
    default: return NAN;
    }
}

number_text profile_column_shown(const profile_column *column, const profile_launch *launch)
{
    switch (column->kind) {
    case PROFILE_NUMBER:
    case PROFILE_COUNT: return number_grouped(count_of(column, launch));
    case PROFILE_SHARE: return number_share(profile_column_number(column, launch));
    default: return number_speedup(profile_column_number(column, launch));
    }
}

number_text profile_column_exact(const profile_column *column, const profile_launch *launch)
{
    number_text out;
    if (column->kind == PROFILE_SHARE)
        return number_exact(profile_column_number(column, launch));
    snprintf(out.text, sizeof out.text, "%" PRIu64, count_of(column, launch));
    return out;
}

number_text profile_tuple_text(const profile_tuple *tuple)
{
    number_text out = {"–"};
    if (tuple->n > 0)
        snprintf(out.text, sizeof out.text, "{%" PRIu32 ",%" PRIu32 "}", tuple->n, tuple->p);
    return out;
}

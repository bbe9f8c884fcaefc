/* Members of a struct by their offset, as tables of options, columns and counters keep them (offsetof). The
 * table must say which type the member has. */
#ifndef POISE_COMMON_MEMBER_H
#define POISE_COMMON_MEMBER_H

#include <stddef.h>

static inline void *poise_member(void *owner, size_t offset)
{
    return (char *)owner + offset;
}

static inline const void *poise_const_member(const void *owner, size_t offset)
{
    return (const char *)owner + offset;
}

#endif

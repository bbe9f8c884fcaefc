// Work-item functions, OpenCL 1.2 section 6.12.1. The values come from the launch (runtime/work_item.c).
#include "builtins.h"

#define WORK_ITEM_QUERY(name, result)                                                                                \
    CONSTANT_FUNCTION result poise_##name(uint dimension);                                                           \
    CONSTANT_FUNCTION OVERLOAD result name(uint dimension) { return poise_##name(dimension); }

WORK_ITEM_QUERY(get_global_id, size_t)
WORK_ITEM_QUERY(get_local_id, size_t)
WORK_ITEM_QUERY(get_group_id, size_t)
WORK_ITEM_QUERY(get_global_size, size_t)
WORK_ITEM_QUERY(get_local_size, size_t)
WORK_ITEM_QUERY(get_num_groups, size_t)
WORK_ITEM_QUERY(get_global_offset, size_t)

CONSTANT_FUNCTION uint poise_get_work_dim(void);
CONSTANT_FUNCTION OVERLOAD uint get_work_dim(void) { return poise_get_work_dim(); }

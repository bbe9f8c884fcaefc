#include "capture/runtime/work_item.h"

#include "capture/runtime/kernel_abi.h"

capture_work_item capture_running_item;

void capture_local_position(const capture_geometry *geometry, size_t linear, size_t local[3])
{
    local[0] = linear % geometry->local[0];
    local[1] = linear / geometry->local[0] % geometry->local[1];
    local[2] = linear / (geometry->local[0] * geometry->local[1]);
}

void capture_global_id(const size_t local[3], size_t id[3])
{
    const capture_geometry *g = capture_running_item.geometry;
    for (int d = 0; d < 3; d++)
        id[d] = g->offset[d] + capture_running_item.group[d] * g->local[d] + local[d];
}

/* OpenCL 1.2 section 6.12.1: sizes are 1 and indices 0 for a dimension that does not exist. */
size_t poise_get_global_id(unsigned dimension)
{
    const capture_geometry *g = capture_running_item.geometry;
    return dimension < 3
               ? g->offset[dimension] + capture_running_item.group[dimension] * g->local[dimension] +
                     capture_running_item.local[dimension]
               : 0;
}

size_t poise_get_local_id(unsigned dimension)
{
    return dimension < 3 ? capture_running_item.local[dimension] : 0;
}

size_t poise_get_group_id(unsigned dimension)
{
    return dimension < 3 ? capture_running_item.group[dimension] : 0;
}

size_t poise_get_global_size(unsigned dimension)
{
    return dimension < 3 ? capture_running_item.geometry->global[dimension] : 1;
}

size_t poise_get_local_size(unsigned dimension)
{
    return dimension < 3 ? capture_running_item.geometry->local[dimension] : 1;
}

size_t poise_get_num_groups(unsigned dimension)
{
    return dimension < 3 ? capture_running_item.geometry->groups[dimension] : 1;
}

size_t poise_get_global_offset(unsigned dimension)
{
    return dimension < 3 ? capture_running_item.geometry->offset[dimension] : 0;
}

unsigned poise_get_work_dim(void)
{
    return capture_running_item.geometry->dimensions;
}

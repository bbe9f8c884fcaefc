/* The index space of a launch and the work-item that is running: what get_global_id() and its kin answer. */
#ifndef POISE_CAPTURE_WORK_ITEM_H
#define POISE_CAPTURE_WORK_ITEM_H

#include <stddef.h>
#include <stdint.h>

typedef struct capture_geometry {
    uint32_t dimensions; /* 1..3 as the host gave them; unused dimensions have size 1 */
    size_t global[3], local[3], groups[3], offset[3];
} capture_geometry;

typedef struct capture_work_item {
    const capture_geometry *geometry;
    size_t group[3];
    size_t local[3];
} capture_work_item;

/* The running work-item; written by the group runner before it switches to a lane. */
extern capture_work_item capture_running_item;

/* Position of work-item `linear` of a group: x runs fastest (OpenCL 1.2, section 3.2; warps are cut in this
 * order). */
void capture_local_position(const capture_geometry *geometry, size_t linear, size_t local[3]);

/* get_global_id() of the work-item at `local` in the running group. */
void capture_global_id(const size_t local[3], size_t id[3]);

#endif

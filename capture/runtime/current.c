#include "capture/runtime/current.h"

capture_current capture_now;

const lane *capture_running_lane(const uint64_t **recorded, bool *is_inside)
{
    *is_inside = capture_now.is_inside;
    if (capture_now.running)
        *recorded = *is_inside ? *capture_now.runner->image->cursor : capture_now.running->write;
    return capture_now.running;
}

const capture_code *capture_running_code(void)
{
    return capture_now.runner ? capture_now.runner->code : NULL;
}

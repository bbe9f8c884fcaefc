/* What the device says of itself. The numbers of the configured machine come from CAPTURE_ENV_DEVICE, the
 * others are those of CUDA devices. */
#ifndef POISE_CAPTURE_DEVICE_H
#define POISE_CAPTURE_DEVICE_H

#include "capture/device_shape.h"

#include <stddef.h>

enum {
    DEVICE_CONSTANT_BYTES = 64 << 10,
    DEVICE_WARP_SIZE = 32,
    DEVICE_MAX_PARAMETER_BYTES = 4352, /* of one kernel, CUDA */
};

/* The same in every call: read once. */
const capture_device_shape *capture_device_numbers(void);

/* Most work-items of a group along each dimension. */
void capture_device_item_sizes(size_t sizes[3]);

#endif

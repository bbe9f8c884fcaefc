/* What the device says of itself: one multiprocessor generation, that of the thesis' machine (poise.md
 * section 2). */
#ifndef POISE_CAPTURE_DEVICE_H
#define POISE_CAPTURE_DEVICE_H

enum {
    DEVICE_COMPUTE_UNITS = 32,
    DEVICE_CLOCK_MHZ = 1400,
    DEVICE_MAX_GROUP_SIZE = 1024, /* threads of a block, CUDA compute capability 2.x */
    DEVICE_LOCAL_BYTES = 48 << 10,
    DEVICE_CONSTANT_BYTES = 64 << 10,
    DEVICE_WARP_SIZE = 32,
    DEVICE_MAX_PARAMETER_BYTES = 4352, /* of one kernel, CUDA */
};

#endif

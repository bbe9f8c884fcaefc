/* The numbers by which the device of the platform looks like a machine of the simulator. The command writes
 * them into CAPTURE_ENV_DEVICE and the platform reads them there: "compute_units=32 clock_mhz=1400 ...". */
#ifndef POISE_CAPTURE_DEVICE_SHAPE_H
#define POISE_CAPTURE_DEVICE_SHAPE_H

#include <stdint.h>

typedef struct capture_device_shape {
#define SHAPE(member, standard, least, most) int64_t member;
#include "capture/device_shape.def"
#undef SHAPE
} capture_device_shape;

#endif

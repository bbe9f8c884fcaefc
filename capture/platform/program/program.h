/* What the ways to make and build program objects share. */
#ifndef POISE_CAPTURE_PLATFORM_PROGRAM_PROGRAM_H
#define POISE_CAPTURE_PLATFORM_PROGRAM_PROGRAM_H

#include "capture/platform/objects.h"

/* An empty program with one reference; NULL without memory. */
cl_program capture_program_new(cl_context context);

/* CL_INVALID_VALUE or CL_INVALID_DEVICE unless the list is empty or of our device. */
cl_int capture_program_check_devices(cl_uint num_devices, const cl_device_id *devices);

/* Notes the options (NULL = none) of a new build and forgets the result of an earlier one. The caller holds
 * the device lock. */
cl_int capture_program_restart(cl_program program, const char *options);

#endif

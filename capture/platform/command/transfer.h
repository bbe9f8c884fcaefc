/* Copies of boxes of bytes: every transfer between buffers and the program's memory is one. */
#ifndef POISE_CAPTURE_PLATFORM_COMMAND_TRANSFER_H
#define POISE_CAPTURE_PLATFORM_COMMAND_TRANSFER_H

#include "capture/platform/command/command.h"

/* Where a box lies in linear memory. */
typedef struct capture_box {
    char *first; /* its first byte */
    size_t row_pitch, slice_pitch;
} capture_box;

typedef struct capture_transfer {
    capture_command command;
    capture_box to, from;
    size_t region[3]; /* bytes, rows, slices */
} capture_transfer;

/* capture_command.run of a transfer. */
cl_int capture_transfer_run(capture_command *command);

/* CL_INVALID_OPERATION when the flags of `memory` keep the host from what it wants to do. */
cl_int capture_check_host_read(cl_mem memory);
cl_int capture_check_host_write(cl_mem memory);

#endif

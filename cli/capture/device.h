/* The device that a traced program sees: `poise capture -c MACHINE`. */
#ifndef POISE_CLI_CAPTURE_DEVICE_H
#define POISE_CLI_CAPTURE_DEVICE_H

#include "cli/machine.h"

/* Loads the machine and writes what the platform wants to know of it (CAPTURE_ENV_DEVICE) to `text`. What the
 * platform cannot offer is cut to its limits, with a warning. */
int cli_capture_device(const cli_machine *machine, char *text, size_t size, poise_error *err);

#endif

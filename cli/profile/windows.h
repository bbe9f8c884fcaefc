/* `poise profile --add-windows`: a profile whose loads were looked at by a program that did not yet look at
 * them in windows (profile/sweep/load_windows.h), and nothing but these simulations. */
#ifndef POISE_CLI_PROFILE_WINDOWS_H
#define POISE_CLI_PROFILE_WINDOWS_H

#include "cli/work.h"
#include "sim/config/config.h"
#include "trace/files.h"

/* Reads the profile `from`, measures windows of all its launches, whose traces are among `traces`, on
 * `config`, and writes `to`. POISE_USAGE when the profile is of another machine, was measured with policies
 * beside the scheduler, has no loads or a launch whose trace is missing. */
int profile_add_windows(const char *from, const char *to, const sim_config *config, const trace_files *traces,
                        const cli_work *work, poise_error *err);

#endif

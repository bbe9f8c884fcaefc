/* `poise trace import` and `export`: warp traces from and to Accel-Sim's traces. */
#ifndef POISE_CLI_TRACE_CONVERT_H
#define POISE_CLI_TRACE_CONVERT_H

#include "common/error.h"

#include <stdbool.h>

/* Each word is a kernelslist.g or a trace, told by the name: *.traceg and *.traceg.xz are traces. Writes one
 * .wtr for each kernel to `folder` and says on stderr what was left out. */
int cli_trace_import(const char *folder, bool strict, int n_words, char **words, poise_error *err);

/* Each word is a .wtr file or a folder of them. Writes kernel-1.traceg and so on and kernelslist.g. */
int cli_trace_export(const char *folder, int n_words, char **words, poise_error *err);

#endif

/* `poise features --loads --add-sources`: a data set of loads that was made from profiles without lines of
 * the source, and nothing but these lines. */
#ifndef POISE_CLI_FEATURES_SOURCES_H
#define POISE_CLI_FEATURES_SOURCES_H

#include "common/error.h"

/* Reads the data set of loads `from`, takes the lines of its loads from the sources beside the traces that
 * `words` name, and writes `to`. Traces of no launch of it are passed over. POISE_USAGE when the trace of a
 * launch is missing; loads whose source nobody has stay without. */
int cli_features_add_sources(const char *from, const char *to, int n_words, char **words, poise_error *err);

#endif

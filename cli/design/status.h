/* How far a search is. */
#ifndef POISE_CLI_DESIGN_STATUS_H
#define POISE_CLI_DESIGN_STATUS_H

#include "common/error.h"

/* Prints it for the search that writes to `output`; POISE_INCOMPLETE while it goes on. */
int design_print_status(const char *output, poise_error *err);

#endif

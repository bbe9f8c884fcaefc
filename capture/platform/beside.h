/* The programs that lie beside the platform's shared object, wherever the traced program is. */
#ifndef POISE_CAPTURE_BESIDE_H
#define POISE_CAPTURE_BESIDE_H

#include "common/error.h"

#include <stddef.h>

/* Path of the executable `name`. POISE_FAILED with a sentence when it is not there. */
int capture_find_beside(const char *name, char *out, size_t size, poise_error *err);

#endif

/* Points that fill a cube evenly, for measurements over the space of features. */
#ifndef POISE_INFER_CUBE_H
#define POISE_INFER_CUBE_H

#include <stdint.h>

enum { CUBE_DIMENSIONS = 8 };

/* Point `index` of an additive recurrence in the unit cube, the same everywhere. Source: M. Roberts, "The
 * unreasonable effectiveness of quasirandom sequences" (2018). */
void cube_point(uint64_t index, double u[CUBE_DIMENSIONS]);

#endif

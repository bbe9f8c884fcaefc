/* Copies the code of a region into the loop that runs it. */
#ifndef POISE_CAPTURE_REGION_CODE_H
#define POISE_CAPTURE_REGION_CODE_H

#include "capture/compiler/regions.h"

/* Builds the addresses of the variables of work-item r->index, where the builder stands (r->address). */
void capture_region_address_variables(const capture_regions *r);

/* Copies the blocks of the region that was explored last (r->copy). Its ends lead to new blocks without an
 * end, one for each exit (r->exit, NULL before). */
int capture_region_copy(capture_regions *r, poise_error *err);

#endif

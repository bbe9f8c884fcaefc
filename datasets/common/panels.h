/* Products with A^T by panels of rows: a kernel leaves one sum per column and panel, which remain to be added
 * up. */
#ifndef POISE_DATASETS_PANELS_H
#define POISE_DATASETS_PANELS_H

#include "datasets/common/device.h"

#include <stdint.h>

/* Who adds them up. The device does it with one work-item per column, far too few to fill it: a launch that
 * PolyBench does not have. */
typedef enum panels_sum { PANELS_SUM_DEVICE, PANELS_SUM_HOST } panels_sum;

/* A row of a table of workload_option. */
#define PANELS_SUM_OPTION(value)                                                                 \
    {                                                                                            \
        "sum", &(value), PANELS_SUM_DEVICE, 0, 0, "device|host", "who adds up the panels of A^T" \
    }

/* Adds the rows of `partial`, panels x cols, to the `cols` values of `sum`, on the host. */
void panels_add(const device *dev, cl_mem partial, uint32_t panels, uint32_t cols, float *sum);

#endif

#include "datasets/common/panels.h"

#include "datasets/common/memory.h"

void panels_add(const device *dev, cl_mem partial, uint32_t panels, uint32_t cols, float *sum)
{
    float *row = memory_array((size_t)panels * cols, sizeof *row);
    double *total = memory_array(cols, sizeof *total);
    device_read(dev, partial, sizeof *row * panels * cols, row);
    for (size_t panel = 0; panel < panels; panel++)
        for (size_t col = 0; col < cols; col++)
            total[col] += (double)row[panel * cols + col];
    for (size_t col = 0; col < cols; col++)
        sum[col] += (float)total[col];
}

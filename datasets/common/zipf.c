#include "datasets/common/zipf.h"

#include "datasets/common/memory.h"

zipf zipf_prepare(uint32_t n)
{
    double *cumulative = memory_array(n, sizeof *cumulative);
    double sum = 0.0;
    for (uint32_t k = 0; k < n; k++)
        cumulative[k] = sum += 1.0 / (k + 1.0);
    for (uint32_t k = 0; k < n; k++)
        cumulative[k] /= sum;
    return (zipf){cumulative, n};
}

uint32_t zipf_draw(const zipf *law, random_source *source)
{
    const double at = (double)(random_u64(source) >> 11) * 0x1p-53; /* [0, 1) */
    uint32_t low = 0, high = law->n - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (at < law->cumulative[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

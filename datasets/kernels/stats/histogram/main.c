/* Histogram of random values, those of one bin in the middle being the most frequent. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

enum { histogram_bins = 256 /* BINS in histogram.cl */ };

/* Sum of two uniform numbers: a triangle of frequencies. */
static uint32_t *draw_values(random_source *random, size_t n)
{
    uint32_t *value = memory_array(n, sizeof *value);
    for (size_t i = 0; i < n; i++)
        value[i] = random_below(random, histogram_bins / 2) + random_below(random, histogram_bins / 2);
    return value;
}

static void count_on_device(device *dev, const uint32_t *value, cl_uint items, cl_uint length,
                            uint32_t *count)
{
    cl_mem values = device_buffer(dev, sizeof(cl_uint) * items * length, value);
    cl_mem counts = device_buffer(dev, sizeof(cl_uint) * histogram_bins, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "histogram"), items, ARG(values), ARG(counts), ARG(items),
               ARG(length));
    device_read(dev, counts, sizeof(cl_uint) * histogram_bins, count);
}

int main(int argc, char **argv)
{
    uint32_t items, length, seed;
    const workload_option options[] = {
        {"size", &items, 49152, 1, 1 << 22, NULL, "work-items"},
        {"length", &length, 16, 1, 1 << 8, NULL, "values that a work-item counts"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the values"},
    };
    const workload work = {"histogram", "how often each of 256 values occurs", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    const size_t n = (size_t)items * length;
    const uint32_t *value = draw_values(&random, n);
    uint32_t count[histogram_bins], reference[histogram_bins] = {0};
    device dev;
    device_open(&dev, kernel_source);
    count_on_device(&dev, value, items, length, count);

    for (size_t i = 0; i < n; i++)
        reference[value[i]]++;
    check_equal("count", count, reference, histogram_bins);
    workload_verified(&work, dev.name, dev.launches, "%zu values counted", n);
    device_close(&dev);
    return 0;
}

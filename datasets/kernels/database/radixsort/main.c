/* Radix sort: two launches per digit; the host adds up the counts between them. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <stdlib.h>
#include <string.h>

enum { digit_bits = 4, sort_digits = 1 << digit_bits /* DIGITS in radixsort.cl */ };

/* Counts become places: each the sum of those before it. */
static void add_up(uint32_t *place, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t count = place[i];
        place[i] = sum;
        sum += count;
    }
}

static void sort_on_device(device *dev, uint32_t *key, cl_uint items, cl_uint length, uint32_t digits)
{
    const size_t key_bytes = sizeof(cl_uint) * items * length;
    const size_t n_places = (size_t)items * sort_digits, place_bytes = sizeof(cl_uint) * n_places;
    cl_mem from = device_buffer(dev, key_bytes, key);
    cl_mem to = device_buffer(dev, key_bytes, NULL);
    cl_mem places = device_buffer(dev, place_bytes, NULL);
    cl_kernel count = device_kernel(dev, "sort_count"), move = device_kernel(dev, "sort_move");
    uint32_t *place = memory_array(n_places, sizeof *place);
    for (cl_uint shift = 0; shift < digits * digit_bits; shift += digit_bits) {
        memset(place, 0, place_bytes);
        device_write(dev, places, place_bytes, place);
        DEVICE_RUN(dev, count, items, ARG(from), ARG(places), ARG(items), ARG(length), ARG(shift));
        device_read(dev, places, place_bytes, place);
        add_up(place, n_places);
        device_write(dev, places, place_bytes, place);
        DEVICE_RUN(dev, move, items, ARG(from), ARG(to), ARG(places), ARG(items), ARG(length), ARG(shift));
        cl_mem swap = from;
        from = to;
        to = swap;
    }
    device_read(dev, from, key_bytes, key);
}

static int compare_keys(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

int main(int argc, char **argv)
{
    uint32_t items, length, digits, seed;
    const workload_option options[] = {
        {"size", &items, 49152, 1, 1 << 20, NULL, "work-items"},
        {"length", &length, 8, 1, 1 << 8, NULL, "keys that a work-item moves"},
        {"digits", &digits, 2, 1, 7, NULL, "digits of a key, of 4 bits each"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the keys"},
    };
    const workload work = {"radixsort", "radix sort", options, sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    const size_t n = (size_t)items * length;
    uint32_t *key = memory_array(n, sizeof *key), *reference = memory_array(n, sizeof *reference);
    for (size_t i = 0; i < n; i++)
        reference[i] = key[i] = random_below(&random, UINT32_C(1) << digits * digit_bits);
    device dev;
    device_open(&dev, kernel_source);
    sort_on_device(&dev, key, items, length, digits);

    qsort(reference, n, sizeof *reference, compare_keys);
    check_equal("key", key, reference, n);
    workload_verified(&work, dev.name, dev.launches, "%zu keys in order", n);
    device_close(&dev);
    return 0;
}

/* Bags of embeddings: the sparse half of a recommendation model. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"
#include "datasets/common/zipf.h"

#include <inttypes.h>

enum { FEATURES = 26, FIRSTS = FEATURES + 1 };

/* Rows of the tables and look-ups of a sample in each, of MLPerf's DLRM-DCNv2 benchmark: the Criteo Terabyte
 * data set and its extension to several look-ups (README of recommendation_v2 in
 * github.com/mlcommons/training). */
static const uint32_t table_rows[FEATURES] = {
    40000000, 39060, 17295, 7424, 20265, 3,  7122,     1543,     63,       40000000, 3067956, 405282, 10,
    2209,     11938, 155,   4,    976,   14, 40000000, 40000000, 40000000, 590152,   12973,   108,    36};
static const uint32_t lookups[FEATURES] = {3, 2, 1, 2, 6, 1, 1,  1,   1,  7,  3, 8, 1,
                                           6, 9, 5, 1, 1, 1, 12, 100, 27, 10, 3, 1, 1};

typedef struct tables {
    uint32_t samples, dims, n_rows;
    cl_uint first[FIRSTS]; /* look-up of each feature in a sample */
    cl_uint *index;        /* [sample][look-up]: row of all tables */
    const float *row;
} tables;

/* Rows of a table are read by Zipf's law: our choice. */
static tables generate(uint32_t samples, uint32_t limit, uint32_t dims, uint64_t seed)
{
    tables t = {.samples = samples, .dims = dims};
    random_source random = {seed};
    for (uint32_t f = 0; f < FEATURES; f++)
        t.first[f + 1] = t.first[f] + lookups[f];
    const uint32_t all = t.first[FEATURES];
    t.index = memory_array((size_t)samples * all, sizeof *t.index);
    for (uint32_t f = 0; f < FEATURES; f++) {
        const uint32_t rows = table_rows[f] < limit ? table_rows[f] : limit;
        const zipf law = zipf_prepare(rows);
        for (uint32_t sample = 0; sample < samples; sample++)
            for (uint32_t i = t.first[f]; i < t.first[f + 1]; i++)
                t.index[(size_t)sample * all + i] = t.n_rows + zipf_draw(&law, &random);
        t.n_rows += rows;
    }
    t.row = matrix_random(&random, t.n_rows, dims);
    return t;
}

static void sum_on_device(device *dev, const tables *t, float *bag)
{
    const size_t bytes = sizeof(float) * t->samples * FEATURES * t->dims;
    const cl_uint features = FEATURES;
    cl_mem rows = device_buffer(dev, sizeof(float) * t->n_rows * t->dims, t->row);
    cl_mem index = device_buffer(dev, sizeof(cl_uint) * t->samples * t->first[FEATURES], t->index);
    cl_mem first = device_buffer(dev, sizeof t->first, t->first), bags = device_buffer(dev, bytes, NULL);
    DEVICE_RUN_GRID(dev, device_kernel(dev, "embedding"), DEVICE_TILE_WIDTH,
                    (size_t)t->samples * DEVICE_TILE_HEIGHT, ARG(rows), ARG(index), ARG(first), ARG(bags),
                    ARG(t->samples), ARG(features), ARG(t->dims));
    device_read(dev, bags, bytes, bag);
}

static double *sum_reference(const tables *t)
{
    double *bag = memory_array((size_t)t->samples * FEATURES * t->dims, sizeof *bag), *at = bag;
    for (uint32_t sample = 0; sample < t->samples; sample++) {
        const cl_uint *own = t->index + (size_t)sample * t->first[FEATURES];
        for (uint32_t f = 0; f < FEATURES; f++, at += t->dims)
            for (uint32_t i = t->first[f]; i < t->first[f + 1]; i++)
                for (uint32_t d = 0; d < t->dims; d++)
                    at[d] += (double)t->row[(size_t)own[i] * t->dims + d];
    }
    return bag;
}

int main(int argc, char **argv)
{
    uint32_t samples, limit, dims, seed;
    const workload_option options[] = {
        {"size", &samples, 2048, 1, 1 << 20, NULL, "samples of the batch, a group each"},
        {"limit", &limit, 32768, 1, 1 << 24, NULL, "rows of a table at most; 40000000 in MLPerf"},
        {"dims", &dims, 64, 1, 1 << 10, NULL, "columns of a table; 128 in MLPerf"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of tables and samples"},
    };
    const workload work = {"embedding", "bags of embeddings of a recommendation model", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    const tables t = generate(samples, limit, dims, seed);
    const size_t n = (size_t)samples * FEATURES * dims;
    float *bag = memory_array(n, sizeof *bag);
    device dev;
    device_open(&dev, kernel_source);
    sum_on_device(&dev, &t, bag);

    double error = check_close("bag", bag, sum_reference(&t), n, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " rows, error of the bags %.1e", t.n_rows,
                      error);
    device_close(&dev);
    return 0;
}

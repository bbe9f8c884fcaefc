/* A step of decoding with many sequences, some of whose tokens they share. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <inttypes.h>
#include <math.h>

enum { TOKENS = DEVICE_TILE_WIDTH, DIMS = 64 /* as in attention.cl */ };

typedef struct batch {
    uint32_t sequences, most_parts, n_blocks;
    cl_uint *parts, *block_of; /* of each sequence: its blocks, most_parts of which have a place */
    float *query;              /* by the root of DIMS smaller, as scores are */
    const float *key, *value;
} batch;

/* Every sequence has the blocks of the prompt, then 1 to `own` of its own. */
static batch generate(uint32_t sequences, uint32_t prompt, uint32_t own, uint64_t seed)
{
    random_source random = {seed};
    batch b = {.sequences = sequences, .most_parts = prompt + own, .n_blocks = prompt};
    b.parts = memory_array(sequences, sizeof *b.parts);
    b.block_of = memory_array((size_t)sequences * b.most_parts, sizeof *b.block_of);
    for (uint32_t s = 0; s < sequences; s++) {
        b.parts[s] = prompt + 1 + random_below(&random, own);
        for (uint32_t i = 0; i < b.parts[s]; i++)
            b.block_of[(size_t)s * b.most_parts + i] = i < prompt ? i : b.n_blocks++;
    }
    b.query = matrix_random(&random, sequences, DIMS);
    for (size_t i = 0; i < (size_t)sequences * DIMS; i++)
        b.query[i] /= 8.0f;
    b.key = matrix_random(&random, b.n_blocks, TOKENS * DIMS);
    b.value = matrix_random(&random, b.n_blocks, TOKENS * DIMS);
    return b;
}

/* Of the parts that the device leaves. */
static void attend_on_device(device *dev, const batch *b, float *part, cl_float2 *weights)
{
    const size_t places = (size_t)b->sequences * b->most_parts,
                 block = sizeof(float) * TOKENS * DIMS * b->n_blocks;
    cl_mem query = device_buffer(dev, sizeof(float) * DIMS * b->sequences, b->query);
    cl_mem key = device_buffer(dev, block, b->key), value = device_buffer(dev, block, b->value);
    cl_mem block_of = device_buffer(dev, sizeof(cl_uint) * places, b->block_of);
    cl_mem parts = device_buffer(dev, sizeof(cl_uint) * b->sequences, b->parts);
    cl_mem sums = device_buffer(dev, sizeof(float) * places * DIMS, NULL);
    cl_mem all = device_buffer(dev, sizeof(cl_float2) * places, NULL);
    const size_t groups = (b->most_parts + DEVICE_TILE_HEIGHT - 1) / DEVICE_TILE_HEIGHT;
    DEVICE_RUN_GRID(dev, device_kernel(dev, "attention"), groups * DEVICE_TILE_WIDTH,
                    (size_t)b->sequences * DEVICE_TILE_HEIGHT, ARG(query), ARG(key), ARG(value),
                    ARG(block_of), ARG(parts), ARG(sums), ARG(all), ARG(b->sequences), ARG(b->most_parts));
    device_read(dev, sums, sizeof(float) * places * DIMS, part);
    device_read(dev, all, sizeof(cl_float2) * places, weights);
}

/* Parts of a sequence, each with the maximum that its weights are relative to. */
static void put_together(const batch *b, uint32_t s, const float *part, const cl_float2 *weights, float *out)
{
    const size_t first = (size_t)s * b->most_parts;
    double most = -INFINITY, all = 0, sum[DIMS] = {0};
    for (size_t i = first; i < first + b->parts[s]; i++)
        most = fmax(most, (double)weights[i].s[0]);
    for (size_t i = first; i < first + b->parts[s]; i++) {
        const double scale = exp((double)weights[i].s[0] - most);
        all += scale * (double)weights[i].s[1];
        for (uint32_t d = 0; d < DIMS; d++)
            sum[d] += scale * (double)part[i * DIMS + d];
    }
    for (uint32_t d = 0; d < DIMS; d++)
        out[d] = (float)(sum[d] / all);
}

/* Without the maximum: scores are at most 8 here. */
static void attend_reference(const batch *b, uint32_t s, double *out)
{
    double all = 0, sum[DIMS] = {0};
    for (uint32_t i = 0; i < b->parts[s]; i++) {
        const size_t first = (size_t)b->block_of[(size_t)s * b->most_parts + i] * TOKENS * DIMS;
        for (uint32_t t = 0; t < TOKENS; t++) {
            double score = 0;
            for (uint32_t d = 0; d < DIMS; d++)
                score += (double)b->query[(size_t)s * DIMS + d] *
                         (double)b->key[first + (size_t)(d / 4 * TOKENS + t) * 4 + d % 4];
            const double weight = exp(score);
            all += weight;
            for (uint32_t d = 0; d < DIMS; d++)
                sum[d] += weight * (double)b->value[first + (size_t)t * DIMS + d];
        }
    }
    for (uint32_t d = 0; d < DIMS; d++)
        out[d] = sum[d] / all;
}

int main(int argc, char **argv)
{
    uint32_t sequences, prompt, own, seed;
    const workload_option options[] = {
        {"size", &sequences, 64, 1, 1 << 16, NULL, "sequences of the batch"},
        {"prompt", &prompt, 16, 0, 1 << 10, NULL, "blocks of 32 tokens that all sequences begin with"},
        {"own", &own, 32, 1, 1 << 10, NULL, "blocks of a sequence's own, at most"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of lengths, queries, keys and values"},
    };
    const workload work = {"attention", "a step of decoding, with a prompt that sequences share", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    const batch b = generate(sequences, prompt, own, seed);
    const size_t places = (size_t)sequences * b.most_parts, n = (size_t)sequences * DIMS;
    float *part = memory_array(places * DIMS, sizeof *part), *out = memory_array(n, sizeof *out);
    cl_float2 *weights = memory_array(places, sizeof *weights);
    double *reference = memory_array(n, sizeof *reference);
    device dev;
    device_open(&dev, kernel_source);
    attend_on_device(&dev, &b, part, weights);
    for (uint32_t s = 0; s < sequences; s++) {
        put_together(&b, s, part, weights, out + (size_t)s * DIMS);
        attend_reference(&b, s, reference + (size_t)s * DIMS);
    }

    double error = check_close("attention", out, reference, n, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " blocks, error of the sums %.1e", b.n_blocks,
                      error);
    device_close(&dev);
    return 0;
}

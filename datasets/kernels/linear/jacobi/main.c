/* Many small systems of linear equations by Jacobi's iteration. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <inttypes.h>

enum { MAX_ORDER = 256 /* as in jacobi.cl */ };
static const double tolerance = 1e-4; /* single precision, orders to 256 */

typedef struct batch {
    uint32_t systems;
    cl_uint *first_row, *first_entry; /* systems + 1 each */
    float *entry, *right;
} batch;

/* Orders from `least` to `most`, all as likely; diagonals dominate, so that the iteration converges, to
 * numbers about 1. */
static batch generate(uint32_t systems, uint32_t least, uint32_t most, uint64_t seed)
{
    random_source random = {seed};
    batch b = {systems, memory_array((size_t)systems + 1, sizeof(cl_uint)),
               memory_array((size_t)systems + 1, sizeof(cl_uint)), NULL, NULL};
    for (uint32_t s = 0; s < systems; s++) {
        const uint32_t n = least + random_below(&random, most - least + 1);
        b.first_row[s + 1] = b.first_row[s] + n;
        b.first_entry[s + 1] = b.first_entry[s] + n * n;
    }
    b.entry = random_vector(&random, b.first_entry[systems]);
    b.right = random_vector(&random, b.first_row[systems]);
    for (uint32_t s = 0; s < systems; s++) {
        const uint32_t n = b.first_row[s + 1] - b.first_row[s];
        for (uint32_t row = 0; row < n; row++) {
            b.entry[b.first_entry[s] + row * n + row] += (float)n;
            b.right[b.first_row[s] + row] *= (float)n;
        }
    }
    return b;
}

static void solve_on_device(device *dev, const batch *b, uint32_t rounds, float *solution)
{
    const size_t rows = sizeof(float) * b->first_row[b->systems],
                 firsts = sizeof(cl_uint) * ((size_t)b->systems + 1);
    cl_mem entries = device_buffer(dev, sizeof(float) * b->first_entry[b->systems], b->entry);
    cl_mem right = device_buffer(dev, rows, b->right), first_row = device_buffer(dev, firsts, b->first_row);
    cl_mem first_entry = device_buffer(dev, firsts, b->first_entry),
           solutions = device_buffer(dev, rows, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "jacobi"), (size_t)b->systems * DEVICE_GROUP_SIZE, ARG(entries),
               ARG(right), ARG(first_row), ARG(first_entry), ARG(solutions), ARG(rounds));
    device_read(dev, solutions, rows, solution);
}

/* The same iteration in double precision. */
static void solve(const float *a, const float *right, uint32_t n, uint32_t rounds, double *x)
{
    double next[MAX_ORDER];
    for (uint32_t round = 0; round < rounds; round++) {
        for (uint32_t row = 0; row < n; row++) {
            double product = 0;
            for (uint32_t col = 0; col < n; col++)
                product += (double)a[col * n + row] * x[col];
            next[row] = x[row] + ((double)right[row] - product) / (double)a[row * n + row];
        }
        for (uint32_t row = 0; row < n; row++)
            x[row] = next[row];
    }
}

int main(int argc, char **argv)
{
    uint32_t systems, least, most, rounds, seed;
    const workload_option options[] = {
        {"size", &systems, 512, 1, 1 << 14, NULL, "systems, a group each"},
        {"least", &least, 16, 1, MAX_ORDER, NULL, "order of a system at least"},
        {"most", &most, 192, 1, MAX_ORDER, NULL, "order of a system at most"},
        {"rounds", &rounds, 10, 1, 10000, NULL, "of the iteration"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the systems"},
    };
    const workload work = {"jacobi", "many small linear systems by Jacobi's iteration", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);
    if (most < least)
        workload_fail("--most %" PRIu32 " is below --least %" PRIu32, most, least);

    const batch b = generate(systems, least, most, seed);
    const uint32_t n = b.first_row[systems];
    float *solution = memory_array(n, sizeof *solution);
    double *reference = memory_array(n, sizeof *reference);
    for (uint32_t s = 0; s < systems; s++)
        solve(b.entry + b.first_entry[s], b.right + b.first_row[s], b.first_row[s + 1] - b.first_row[s],
              rounds, reference + b.first_row[s]);
    device dev;
    device_open(&dev, kernel_source);
    solve_on_device(&dev, &b, rounds, solution);

    double error = check_close("solution", solution, reference, n, tolerance);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " unknowns, error of them %.1e", n, error);
    device_close(&dev);
    return 0;
}

/* Nearest neighbour search by brute force. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <inttypes.h>

typedef struct problem {
    cl_uint queries, references, dims;
    const float *query, *reference; /* queries x dims, references x dims */
    uint32_t *best;                 /* queries: number of the nearest reference */
    float *distance;                /* queries: its squared distance */
} problem;

static void search_on_device(device *dev, const problem *pr)
{
    const size_t point_bytes = sizeof(float) * pr->dims;
    cl_mem query = device_buffer(dev, point_bytes * pr->queries, pr->query);
    cl_mem reference = device_buffer(dev, point_bytes * pr->references, pr->reference);
    cl_mem best = device_buffer(dev, sizeof(cl_uint) * pr->queries, NULL);
    cl_mem distance = device_buffer(dev, sizeof(float) * pr->queries, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "nearest"), pr->queries, ARG(query), ARG(reference), ARG(best),
               ARG(distance), ARG(pr->queries), ARG(pr->references), ARG(pr->dims));
    device_read(dev, best, sizeof(cl_uint) * pr->queries, pr->best);
    device_read(dev, distance, sizeof(float) * pr->queries, pr->distance);
}

static double squared_distance(const problem *pr, size_t q, size_t r)
{
    double sum = 0.0;
    for (size_t d = 0; d < pr->dims; d++) {
        double difference = (double)pr->query[q * pr->dims + d] - (double)pr->reference[r * pr->dims + d];
        sum += difference * difference;
    }
    return sum;
}

/* The smallest distances, and those of the references that the device chose: two nearly equal references may
 * change places in single precision, so numbers are not compared. */
static void compute_reference(const problem *pr, double *smallest, double *chosen)
{
    for (size_t q = 0; q < pr->queries; q++) {
        if (pr->best[q] >= pr->references)
            workload_fail("wrong result: best[%zu] is %" PRIu32 ", there are %" PRIu32 " references", q,
                          pr->best[q], pr->references);
        chosen[q] = squared_distance(pr, q, pr->best[q]);
        smallest[q] = chosen[q];
        for (size_t r = 0; r < pr->references; r++) {
            double distance = squared_distance(pr, q, r);
            if (distance < smallest[q])
                smallest[q] = distance;
        }
    }
}

int main(int argc, char **argv)
{
    uint32_t queries, references, dims, seed;
    const workload_option options[] = {
        {"size", &queries, 12288, 1, 1 << 24, NULL, "query points"},
        {"references", &references, 8, 1, 1 << 16, NULL, "reference points"},
        {"dims", &dims, 8, 1, 1 << 10, NULL, "coordinates of a point"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the points"},
    };
    const workload work = {"nearest", "nearest neighbour search", options, sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    problem pr = {.queries = queries, .references = references, .dims = dims};
    pr.query = matrix_random(&random, queries, dims);
    pr.reference = matrix_random(&random, references, dims);
    pr.best = memory_array(queries, sizeof *pr.best);
    pr.distance = memory_array(queries, sizeof *pr.distance);
    device dev;
    device_open(&dev, kernel_source);
    search_on_device(&dev, &pr);

    double *smallest = memory_array(queries, sizeof *smallest);
    double *chosen = memory_array(queries, sizeof *chosen);
    compute_reference(&pr, smallest, chosen);
    double error = check_close("distance", pr.distance, smallest, queries, MATRIX_TOLERANCE);
    (void)check_close("distance of best", pr.distance, chosen, queries, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of the distances %.1e", error);
    device_close(&dev);
    return 0;
}

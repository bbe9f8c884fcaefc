/* Facility location by local search, as in streamcluster: candidates are opened when they save more than they
 * cost. */
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <inttypes.h>

static const double tolerance = 1e-4; /* of a squared distance, which single precision sums */

typedef struct problem {
    cl_uint points, dims, candidates;
    float *coordinate; /* dims x points */
    uint32_t *candidate;
    double opening; /* what a centre costs */
} problem;

static double squared_distance(const problem *pr, size_t p, size_t q)
{
    double sum = 0;
    for (size_t d = 0; d < pr->dims; d++) {
        const double difference =
            (double)pr->coordinate[d * pr->points + p] - (double)pr->coordinate[d * pr->points + q];
        sum += difference * difference;
    }
    return sum;
}

typedef struct result {
    float *cost;
    uint32_t *centre;
    uint32_t opened;
} result;

/* The first point is a centre; candidates are asked one after the other. */
static void search_on_device(device *dev, const problem *pr, result *r)
{
    const size_t bytes = sizeof(float) * pr->points;
    float *saving = memory_array(pr->points, sizeof *saving);
    cl_mem coordinates = device_buffer(dev, bytes * pr->dims, pr->coordinate),
           costs = device_buffer(dev, bytes, r->cost);
    cl_mem savings = device_buffer(dev, bytes, NULL), centres = device_buffer(dev, bytes, r->centre);
    for (uint32_t k = 0; k < pr->candidates; k++) {
        double sum = 0;
        DEVICE_RUN(dev, device_kernel(dev, "streamcluster_gain"), pr->points, ARG(coordinates), ARG(costs),
                   ARG(savings), ARG(pr->candidate[k]), ARG(pr->points), ARG(pr->dims));
        device_read(dev, savings, bytes, saving);
        for (size_t p = 0; p < pr->points; p++)
            sum += (double)saving[p];
        if (sum <= pr->opening)
            continue;
        DEVICE_RUN(dev, device_kernel(dev, "streamcluster_switch"), pr->points, ARG(costs), ARG(savings),
                   ARG(centres), ARG(pr->candidate[k]), ARG(pr->points));
        r->opened++;
    }
    device_read(dev, costs, bytes, r->cost);
    device_read(dev, centres, bytes, r->centre);
}

/* Every point has the distance to its centre as its cost, and a candidate that was not opened would not have
 * saved much more than it costs: savings only shrink. */
static void check_result(const problem *pr, const result *r)
{
    for (size_t p = 0; p < pr->points; p++) {
        const double distance = squared_distance(pr, p, r->centre[p]);
        const double error = distance - (double)r->cost[p];
        if (!(error <= tolerance * (1 + distance) && error >= -tolerance * (1 + distance)))
            workload_fail("wrong result: point %zu costs %g, its centre is at %g", p, (double)r->cost[p],
                          distance);
    }
    for (uint32_t k = 0; k < pr->candidates; k++) {
        double sum = 0, error = 0;
        for (size_t p = 0; p < pr->points; p++) {
            const double distance = squared_distance(pr, p, pr->candidate[k]),
                         saved = (double)r->cost[p] - distance;
            sum += saved > 0 ? saved : 0;
            error += tolerance * (1 + distance);
        }
        if (sum > pr->opening + error)
            workload_fail("wrong result: candidate %" PRIu32 " would save %g", pr->candidate[k], sum);
    }
}

int main(int argc, char **argv)
{
    uint32_t points, dims, candidates, seed;
    const workload_option options[] = {
        {"size", &points, 49152, 2, 1 << 24, NULL, "points; 65536 in Rodinia"},
        {"dims", &dims, 32, 1, 1 << 10, NULL, "coordinates of a point; 256 in Rodinia"},
        {"candidates", &candidates, 4, 1, 1 << 10, NULL,
         "that are asked, a launch each, two where one is opened"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of points and candidates"},
    };
    const workload work = {"streamcluster", "facility location by local search", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    problem pr = {.points = points, .dims = dims, .candidates = candidates};
    pr.coordinate = matrix_random(&random, dims, points);
    pr.candidate = memory_array(candidates, sizeof *pr.candidate);
    for (uint32_t k = 0; k < candidates; k++)
        pr.candidate[k] = random_below(&random, points);
    result r = {memory_array(points, sizeof(float)), memory_array(points, sizeof(uint32_t)), 0};
    for (size_t p = 0; p < points; p++)
        r.cost[p] = (float)squared_distance(&pr, p, 0);
    pr.opening = 0.01 * dims * points; /* about an eighth of what the second centre saves */
    device dev;
    device_open(&dev, kernel_source);
    search_on_device(&dev, &pr, &r);
    check_result(&pr, &r);

    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " centres opened", r.opened);
    device_close(&dev);
    return 0;
}

/* k-means clustering (Lloyd's method). Points are drawn in unit cubes around as many places as there are
 * clusters, so that clusters overlap. */
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <inttypes.h>
#include <string.h>

static const double tolerance = 1e-4; /* of a squared distance, which single precision sums */

typedef struct problem {
    cl_uint points, clusters, dims;
    float *point;      /* points x dims */
    float *centre;     /* clusters x dims */
    uint32_t *cluster; /* points: that of the last assignment */
} problem;

static void draw_points(problem *pr, random_source *random)
{
    const float *place = matrix_random(random, pr->clusters, pr->dims);
    pr->point = matrix_random(random, pr->points, pr->dims);
    for (size_t p = 0; p < pr->points; p++) {
        const float *of = place + (size_t)random_below(random, pr->clusters) * pr->dims;
        for (size_t d = 0; d < pr->dims; d++)
            pr->point[p * pr->dims + d] = of[d] + pr->point[p * pr->dims + d];
    }
}

/* Centres become the means of their points; one without points stays. */
static void move_centres(const problem *pr)
{
    double *sum = memory_array((size_t)pr->clusters * pr->dims, sizeof *sum);
    uint32_t *members = memory_array(pr->clusters, sizeof *members);
    for (size_t p = 0; p < pr->points; p++) {
        members[pr->cluster[p]]++;
        for (size_t d = 0; d < pr->dims; d++)
            sum[pr->cluster[p] * pr->dims + d] += (double)pr->point[p * pr->dims + d];
    }
    for (size_t c = 0; c < pr->clusters; c++)
        for (size_t d = 0; d < pr->dims && members[c]; d++)
            pr->centre[c * pr->dims + d] = (float)(sum[c * pr->dims + d] / members[c]);
}

static double squared_distance(const problem *pr, size_t p, size_t c)
{
    double sum = 0.0;
    for (size_t d = 0; d < pr->dims; d++) {
        double difference = (double)pr->point[p * pr->dims + d] - (double)pr->centre[c * pr->dims + d];
        sum += difference * difference;
    }
    return sum;
}

/* Every point has the nearest centre, or one as near within the error of single precision. */
static void check_assignment(const problem *pr)
{
    for (size_t p = 0; p < pr->points; p++) {
        if (pr->cluster[p] >= pr->clusters)
            workload_fail("wrong result: point %zu is in cluster %" PRIu32 " of %" PRIu32, p, pr->cluster[p],
                          pr->clusters);
        double chosen = squared_distance(pr, p, pr->cluster[p]);
        for (size_t c = 0; c < pr->clusters; c++)
            if (squared_distance(pr, p, c) < chosen - tolerance * (1.0 + chosen))
                workload_fail("wrong result: point %zu is in cluster %" PRIu32 ", centre %zu is nearer", p,
                              pr->cluster[p], c);
    }
}

/* Assigns and moves until no point changes its cluster, at most `iterations` times; returns how often. */
static uint32_t cluster_on_device(device *dev, const problem *pr, uint32_t iterations)
{
    const size_t point_bytes = sizeof(float) * pr->points * pr->dims;
    const size_t centre_bytes = sizeof(float) * pr->clusters * pr->dims;
    const size_t cluster_bytes = sizeof(cl_uint) * pr->points;
    cl_mem point = device_buffer(dev, point_bytes, pr->point);
    cl_mem coordinate = device_buffer(dev, point_bytes, NULL);
    cl_mem centre = device_buffer(dev, centre_bytes, NULL);
    cl_mem cluster = device_buffer(dev, cluster_bytes, NULL);
    cl_kernel assign = device_kernel(dev, "kmeans_assign");
    DEVICE_RUN(dev, device_kernel(dev, "kmeans_turn"), pr->points, ARG(point), ARG(coordinate),
               ARG(pr->points), ARG(pr->dims));
    uint32_t *before = memory_array(pr->points, sizeof *before);
    for (uint32_t i = 1; i <= iterations; i++) {
        device_write(dev, centre, centre_bytes, pr->centre);
        DEVICE_RUN(dev, assign, pr->points, ARG(coordinate), ARG(centre), ARG(cluster), ARG(pr->points),
                   ARG(pr->clusters), ARG(pr->dims));
        device_read(dev, cluster, cluster_bytes, pr->cluster);
        check_assignment(pr);
        if (i > 1 && memcmp(before, pr->cluster, cluster_bytes) == 0)
            return i;
        memcpy(before, pr->cluster, cluster_bytes);
        move_centres(pr);
    }
    return iterations;
}

int main(int argc, char **argv)
{
    uint32_t points, clusters, dims, iterations, seed;
    const workload_option options[] = {
        {"size", &points, 49152, 1, 1 << 24, NULL, "points"},
        {"clusters", &clusters, 5, 1, 1 << 10, NULL, "clusters; 5 in Rodinia"},
        {"dims", &dims, 34, 1, 1 << 10, NULL, "coordinates of a point; 34 in Rodinia"},
        {"iterations", &iterations, 7, 1, 1000, NULL, "at most so many assignments"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the points"},
    };
    const workload work = {"kmeans", "k-means clustering", options, sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    problem pr = {.points = points, .clusters = clusters, .dims = dims};
    draw_points(&pr, &random);
    pr.cluster = memory_array(points, sizeof *pr.cluster);
    pr.centre = memory_array((size_t)clusters * dims, sizeof *pr.centre);
    for (size_t c = 0; c < clusters; c++) /* Rodinia starts with the first points as well */
        memcpy(pr.centre + c * dims, pr.point + c % points * dims, sizeof(float) * dims);
    device dev;
    device_open(&dev, kernel_source);
    const uint32_t done = cluster_on_device(&dev, &pr, iterations);

    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " assignments checked", done);
    device_close(&dev);
    return 0;
}

/* The nearest records of a place: the device writes all distances, the host picks the least. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <inttypes.h>
#include <math.h>

enum { MAX_NEAREST = 1024 };

typedef struct neighbour {
    double distance;
    uint32_t record;
} neighbour;

typedef struct place {
    cl_float latitude, longitude; /* degrees */
} place;

static place draw(random_source *random)
{
    return (place){180 * random_unit(random) - 90, 360 * random_unit(random) - 180};
}

/* Inserts a record into the `*n` of at most `k` nearest so far, which are sorted; of equal ones the first
 * stays.
 */
static void offer(neighbour *nearest, uint32_t *n, uint32_t k, neighbour candidate)
{
    if (*n == k && nearest[k - 1].distance <= candidate.distance)
        return;
    uint32_t at = *n < k ? (*n)++ : k - 1;
    for (; at > 0 && nearest[at - 1].distance > candidate.distance; at--)
        nearest[at] = nearest[at - 1];
    nearest[at] = candidate;
}

/* The host's part of the program: the `k` least of what the device wrote. */
static uint32_t pick(const float *distance, uint32_t records, uint32_t k, neighbour *nearest)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < records; i++)
        offer(nearest, &n, k, (neighbour){(double)distance[i], i});
    return n;
}

/* In double precision, from the places themselves. */
static double distance_of(const place *record, const place *from)
{
    return hypot((double)record->latitude - (double)from->latitude,
                 (double)record->longitude - (double)from->longitude);
}

/* Fails when a record that was not picked is nearer than the farthest that was, or one was picked twice. */
static void check_nearest(const neighbour *nearest, uint32_t n, const double *reference, uint32_t records)
{
    unsigned char *picked = memory_array(records, 1);
    double farthest = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (picked[nearest[i].record]++)
            workload_fail("wrong result: record %" PRIu32 " was picked twice", nearest[i].record);
        farthest = fmax(farthest, reference[nearest[i].record]);
    }
    for (uint32_t i = 0; i < records; i++)
        if (!picked[i] && reference[i] < farthest * (1 - MATRIX_TOLERANCE))
            workload_fail("wrong result: record %" PRIu32 " at %g is nearer than one picked at %g", i,
                          reference[i], farthest);
}

int main(int argc, char **argv)
{
    uint32_t records, k, queries, seed;
    const workload_option options[] = {
        {"size", &records, 49152, 1, 1 << 27, NULL, "records; 42764 in Rodinia"},
        {"nearest", &k, 5, 1, MAX_NEAREST, NULL, "records that are looked for"},
        {"queries", &queries, 1, 1, 1000, NULL, "places, one launch each"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of records and places"},
    };
    const workload work = {"nn", "nearest records of a place", options, sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    place *record = memory_array(records, sizeof *record);
    for (uint32_t i = 0; i < records; i++)
        record[i] = draw(&random);
    float *distance = memory_array(records, sizeof *distance);
    double *reference = memory_array(records, sizeof *reference), error = 0;
    neighbour *nearest = memory_array(k, sizeof *nearest);
    device dev;
    device_open(&dev, kernel_source);
    cl_mem places = device_buffer(&dev, sizeof *record * records, record);
    cl_mem distances = device_buffer(&dev, sizeof *distance * records, NULL);
    for (uint32_t q = 0; q < queries; q++) {
        const place from = draw(&random);
        DEVICE_RUN(&dev, device_kernel(&dev, "nn_distance"), records, ARG(places), ARG(distances),
                   ARG(from.latitude), ARG(from.longitude), ARG(records));
        device_read(&dev, distances, sizeof *distance * records, distance);
        const uint32_t n = pick(distance, records, k, nearest);
        for (uint32_t i = 0; i < records; i++)
            reference[i] = distance_of(&record[i], &from);
        error = fmax(error, check_close("distance", distance, reference, records, MATRIX_TOLERANCE));
        check_nearest(nearest, n, reference, records);
    }

    workload_verified(&work, dev.name, dev.launches, "nearest at %.2f, error of the distances %.1e",
                      nearest[0].distance, error);
    device_close(&dev);
    return 0;
}

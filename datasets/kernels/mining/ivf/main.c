/* Nearest vectors of many queries by an inverted file. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"
#include "datasets/common/zipf.h"

#include <inttypes.h>
#include <math.h>

enum { PART = 4 /* as in ivf.cl */ };

typedef struct inverted_file {
    uint32_t n_lists, dims, n; /* vectors */
    const float *centre;
    cl_uint *first; /* place of the first vector of a list, n_lists + 1 */
    float *vector;  /* [list][dim / 4][place in the list][4] */
} inverted_file;

typedef struct batch {
    uint32_t queries, lists; /* of a query */
    float *query;
    cl_uint *asked; /* [query][lists] */
} batch;

static float coordinate(const inverted_file *f, uint32_t list, uint32_t place, uint32_t d)
{
    const size_t n = f->first[list + 1] - f->first[list];
    return f->vector[(size_t)f->first[list] * f->dims + (d / PART * n + place) * PART + d % PART];
}

static double squared_distance(const inverted_file *f, const float *query, uint32_t list, uint32_t place)
{
    double sum = 0;
    for (uint32_t d = 0; d < f->dims; d++) {
        const double difference = (double)query[d] - (double)coordinate(f, list, place, d);
        sum += difference * difference;
    }
    return sum;
}

/* Vectors scatter around random centres, half of a unit in each direction; a list has 1 to twice the mean of
 * them. */
static inverted_file build(random_source *random, uint32_t n_lists, uint32_t mean, uint32_t dims)
{
    inverted_file f = {.n_lists = n_lists, .dims = dims, .centre = matrix_random(random, n_lists, dims)};
    f.first = memory_array((size_t)n_lists + 1, sizeof *f.first);
    for (uint32_t l = 0; l < n_lists; l++)
        f.first[l + 1] = f.first[l] + 1 + random_below(random, 2 * mean);
    f.n = f.first[n_lists];
    f.vector = random_vector(random, (size_t)f.n * dims);
    for (uint32_t l = 0; l < n_lists; l++) {
        const size_t n = f.first[l + 1] - f.first[l];
        for (size_t i = 0; i < n * dims; i++)
            f.vector[f.first[l] * (size_t)dims + i] +=
                f.centre[(size_t)l * dims + i / PART / n * PART + i % PART] - 0.5f;
    }
    return f;
}

/* The `lists` centres that are nearest to the query, the nearest first. */
static void choose_lists(const inverted_file *f, const float *query, uint32_t lists, cl_uint *asked)
{
    double *distance = memory_array(lists, sizeof *distance);
    uint32_t n = 0;
    for (uint32_t l = 0; l < f->n_lists; l++) {
        double sum = 0;
        for (uint32_t d = 0; d < f->dims; d++)
            sum += pow((double)query[d] - (double)f->centre[(size_t)l * f->dims + d], 2);
        uint32_t at = n < lists ? n++ : lists;
        for (; at > 0 && sum < distance[at - 1]; at--) {
            if (at < lists) {
                distance[at] = distance[at - 1];
                asked[at] = asked[at - 1];
            }
        }
        if (at < lists) {
            distance[at] = sum;
            asked[at] = l;
        }
    }
}

/* Queries are like vectors of lists that are drawn by Zipf's law: our choice. */
static batch ask(random_source *random, const inverted_file *f, uint32_t queries, uint32_t lists)
{
    batch b = {queries, lists, random_vector(random, (size_t)queries * f->dims),
               memory_array((size_t)queries * lists, sizeof(cl_uint))};
    const zipf law = zipf_prepare(f->n_lists);
    for (uint32_t q = 0; q < queries; q++) {
        const size_t l = zipf_draw(&law, random);
        for (uint32_t d = 0; d < f->dims; d++)
            b.query[(size_t)q * f->dims + d] += f->centre[l * f->dims + d] - 0.5f;
        choose_lists(f, b.query + (size_t)q * f->dims, lists, b.asked + (size_t)q * lists);
    }
    return b;
}

static void search_on_device(device *dev, const inverted_file *f, const batch *b, cl_uint *nearest,
                             float *distance)
{
    const size_t pairs = (size_t)b->queries * b->lists;
    cl_mem query = device_buffer(dev, sizeof(float) * b->queries * f->dims, b->query);
    cl_mem vector = device_buffer(dev, sizeof(float) * f->n * f->dims, f->vector);
    cl_mem first = device_buffer(dev, sizeof(cl_uint) * ((size_t)f->n_lists + 1), f->first);
    cl_mem asked = device_buffer(dev, sizeof(cl_uint) * pairs, b->asked);
    cl_mem places = device_buffer(dev, sizeof(cl_uint) * pairs, NULL);
    cl_mem distances = device_buffer(dev, sizeof(float) * pairs, NULL);
    DEVICE_RUN_GRID(dev, device_kernel(dev, "ivf"), (size_t)b->lists * DEVICE_TILE_WIDTH,
                    (size_t)b->queries * DEVICE_TILE_HEIGHT, ARG(query), ARG(vector), ARG(first), ARG(asked),
                    ARG(places), ARG(distances), ARG(b->queries), ARG(b->lists), ARG(f->dims));
    device_read(dev, places, sizeof(cl_uint) * pairs, nearest);
    device_read(dev, distances, sizeof(float) * pairs, distance);
}

/* Distances must be the least of their lists, and those of the vectors that are named. */
static double check(const inverted_file *f, const batch *b, const cl_uint *nearest, const float *distance)
{
    const size_t pairs = (size_t)b->queries * b->lists;
    double *least = memory_array(pairs, sizeof *least), *named = memory_array(pairs, sizeof *named);
    for (size_t i = 0; i < pairs; i++) {
        const float *query = b->query + i / b->lists * f->dims;
        const uint32_t l = b->asked[i], n = f->first[l + 1] - f->first[l];
        if (nearest[i] < f->first[l] || nearest[i] - f->first[l] >= n)
            workload_fail("wrong result: vector %" PRIu32 " is not in list %" PRIu32, nearest[i], l);
        least[i] = INFINITY;
        for (uint32_t place = 0; place < n; place++)
            least[i] = fmin(least[i], squared_distance(f, query, l, place));
        named[i] = squared_distance(f, query, l, nearest[i] - f->first[l]);
    }
    check_close("distance of the named vector", distance, named, pairs, MATRIX_TOLERANCE);
    return check_close("distance", distance, least, pairs, MATRIX_TOLERANCE);
}

int main(int argc, char **argv)
{
    uint32_t queries, n_lists, mean, parts, lists, seed;
    const workload_option options[] = {
        {"size", &queries, 512, 1, 1 << 16, NULL, "queries"},
        {"clusters", &n_lists, 256, 1, 1 << 16, NULL, "lists of the file"},
        {"vectors", &mean, 256, 1, 1 << 16, NULL, "mean vectors of a list"},
        {"parts", &parts, 8, 1, 256, NULL, "of four coordinates that a vector has"},
        {"lists", &lists, 8, 1, 1 << 10, NULL, "that a query is compared with, a group each"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of vectors and queries"},
    };
    const workload work = {"ivf", "nearest vectors by an inverted file", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);
    if (lists > n_lists)
        workload_fail("--lists %" PRIu32 " is more than --clusters %" PRIu32, lists, n_lists);

    random_source random = {seed};
    const inverted_file f = build(&random, n_lists, mean, PART * parts);
    const batch b = ask(&random, &f, queries, lists);
    const size_t pairs = (size_t)queries * lists;
    cl_uint *nearest = memory_array(pairs, sizeof *nearest);
    float *distance = memory_array(pairs, sizeof *distance);
    device dev;
    device_open(&dev, kernel_source);
    search_on_device(&dev, &f, &b, nearest, distance);

    double error = check(&f, &b, nearest, distance);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " vectors, error of the distances %.1e", f.n,
                      error);
    device_close(&dev);
    return 0;
}

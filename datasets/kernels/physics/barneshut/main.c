/* Gravity of many bodies in a plane by a tree of cells (Barnes and Hut, 1986). The host sorts the bodies and
 * builds the tree; the device walks it, which is what takes the time in LonestarGPU's bh. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum {
    MOST_LEVELS = 16,
    KEY_BITS = 2 * MOST_LEVELS
}; /* of the tree: a place has 16 bits in each direction */

static const cl_float softening = 1e-4f;

typedef struct body {
    uint32_t key; /* the bits of both places, interleaved */
    float x, y;
} body;

/* A cell, or a body at the end of the tree. */
typedef struct tree {
    uint32_t n;
    float *x, *y, *mass, *size;
    uint32_t *behind; /* the first cell behind it that is not in it */
} tree;

static uint32_t interleave(uint32_t x, uint32_t y)
{
    uint32_t key = 0;
    for (unsigned bit = 0; bit < MOST_LEVELS; bit++)
        key |= (x >> bit & 1) << (2 * bit) | (y >> bit & 1) << (2 * bit + 1);
    return key;
}

static int by_key(const void *a, const void *b)
{
    const body *left = a, *right = b;
    if (left->key != right->key)
        return left->key < right->key ? -1 : 1;
    return (left->x > right->x) - (left->x < right->x);
}

/* Half of them lie in four clusters. */
static body *draw_bodies(uint32_t n, random_source *random)
{
    body *bodies = memory_array(n, sizeof *bodies);
    for (uint32_t i = 0; i < n; i++) {
        float x = random_unit(random), y = random_unit(random);
        const uint32_t cluster = random_below(random, 8);
        if (cluster < 4) {
            const uint32_t column = cluster % 2, row = cluster / 2;
            x = 0.2f + 0.5f * (float)column + 0.1f * x * x;
            y = 0.2f + 0.5f * (float)row + 0.1f * y * y;
        }
        bodies[i] = (body){interleave((uint32_t)(x * 0x1p16f), (uint32_t)(y * 0x1p16f)), x, y};
    }
    qsort(bodies, n, sizeof *bodies, by_key);
    return bodies;
}

/* Adds the smallest cell of bodies[from .. to - 1], whose keys agree in all but `bits` bits, and what is in
 * it. Bodies in one place are one. */
static void add_cell(tree *t, const body *bodies, uint32_t from, uint32_t to, unsigned bits, double mass)
{
    const uint32_t cell = t->n++;
    double x = 0, y = 0;
    while (bits > 0 && (bodies[from].key ^ bodies[to - 1].key) >> (bits - 2) == 0)
        bits -= 2;
    for (uint32_t i = from; i < to; i++) {
        x += (double)bodies[i].x;
        y += (double)bodies[i].y;
    }
    t->mass[cell] = (float)(mass * (to - from));
    t->x[cell] = (float)(x / (to - from));
    t->y[cell] = (float)(y / (to - from));
    t->size[cell] = (float)ldexp(1, -(int)(KEY_BITS - bits) / 2);
    for (uint32_t begin = from, end = from; bits > 0 && begin < to; begin = end) {
        while (end < to && (bodies[begin].key ^ bodies[end].key) >> (bits - 2) == 0)
            end++;
        add_cell(t, bodies, begin, end, bits - 2, mass);
    }
    t->behind[cell] = t->n;
}

static tree make_tree(const body *bodies, uint32_t n)
{
    const size_t most = 2 * (size_t)n; /* a cell has two children at least */
    tree t = {0,
              memory_array(most, sizeof(float)),
              memory_array(most, sizeof(float)),
              memory_array(most, sizeof(float)),
              memory_array(most, sizeof(float)),
              memory_array(most, sizeof(uint32_t))};
    add_cell(&t, bodies, 0, n, KEY_BITS, 1.0 / n);
    return t;
}

typedef struct pulls {
    float *x, *y;
} pulls;

static void pull_on_device(device *dev, const tree *t, const float *x, const float *y, cl_uint n,
                           cl_float opening, pulls *pull)
{
    const size_t bytes = sizeof(float) * n, cells = sizeof(float) * t->n;
    cl_mem at_x = device_buffer(dev, bytes, x), at_y = device_buffer(dev, bytes, y);
    cl_mem cell_x = device_buffer(dev, cells, t->x), cell_y = device_buffer(dev, cells, t->y);
    cl_mem mass = device_buffer(dev, cells, t->mass), size = device_buffer(dev, cells, t->size);
    cl_mem behind = device_buffer(dev, cells, t->behind);
    cl_mem pull_x = device_buffer(dev, bytes, NULL), pull_y = device_buffer(dev, bytes, NULL);
    const cl_uint n_cells = t->n;
    DEVICE_RUN(dev, device_kernel(dev, "barneshut"), n, ARG(at_x), ARG(at_y), ARG(cell_x), ARG(cell_y),
               ARG(mass), ARG(size), ARG(behind), ARG(pull_x), ARG(pull_y), ARG(opening), ARG(softening),
               ARG(n_cells), ARG(n));
    device_read(dev, pull_x, bytes, pull->x);
    device_read(dev, pull_y, bytes, pull->y);
}

static void add_pull(double sum[2], double mass, double dx, double dy)
{
    const double squared = dx * dx + dy * dy + (double)softening, strength = mass / (squared * sqrt(squared));
    sum[0] += strength * dx;
    sum[1] += strength * dy;
}

/* The same walk, deciding in single precision as the device does. */
static void walk(const tree *t, float x, float y, float opening, double sum[2])
{
    for (uint32_t cell = 0; cell < t->n;) {
        const float dx = t->x[cell] - x, dy = t->y[cell] - y, squared = dx * dx + dy * dy + softening;
        if (t->behind[cell] > cell + 1 && t->size[cell] * t->size[cell] > opening * squared) {
            cell++;
            continue;
        }
        add_pull(sum, (double)t->mass[cell], (double)dx, (double)dy);
        cell = t->behind[cell];
    }
}

/* The tree's approximation is as good as it should be: of some bodies, against the pulls of all. */
static void check_tree(const body *bodies, uint32_t n, const double *x, const double *y, double allowed)
{
    for (uint32_t i = 0; i < n; i += 1 + n / 64) {
        double sum[2] = {0, 0};
        for (uint32_t j = 0; j < n; j++)
            add_pull(sum, 1.0 / n, (double)bodies[j].x - (double)bodies[i].x,
                     (double)bodies[j].y - (double)bodies[i].y);
        if (hypot(sum[0] - x[i], sum[1] - y[i]) > allowed)
            workload_fail("wrong result: the tree pulls body %" PRIu32 " by %g, %g, all bodies by %g, %g", i,
                          x[i], y[i], sum[0], sum[1]);
    }
}

int main(int argc, char **argv)
{
    uint32_t n, theta, seed;
    const workload_option options[] = {
        {"size", &n, 49152, 1, 1 << 22, NULL, "bodies"},
        {"theta", &theta, 50, 1, 200, NULL,
         "size of a cell over its distance from which on it is opened, in hundredths"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the places"},
    };
    const workload work = {"barneshut", "gravity by a tree of cells", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    const body *bodies = draw_bodies(n, &random);
    const float opening = (float)theta * (float)theta * 1e-4f;
    const tree t = make_tree(bodies, n);
    float *x = memory_array(n, sizeof *x), *y = memory_array(n, sizeof *y);
    double *reference_x = memory_array(n, sizeof *reference_x),
           *reference_y = memory_array(n, sizeof *reference_y);
    for (uint32_t i = 0; i < n; i++) {
        double sum[2] = {0, 0};
        x[i] = bodies[i].x, y[i] = bodies[i].y;
        walk(&t, x[i], y[i], opening, sum);
        reference_x[i] = sum[0], reference_y[i] = sum[1];
    }
    check_tree(bodies, n, reference_x, reference_y, 0.05 * theta);
    pulls pull = {memory_array(n, sizeof(float)), memory_array(n, sizeof(float))};
    device dev;
    device_open(&dev, kernel_source);
    pull_on_device(&dev, &t, x, y, n, opening, &pull);

    double error = check_close("pull to the right", pull.x, reference_x, n, 1e-3);
    error = fmax(error, check_close("pull upwards", pull.y, reference_y, n, 1e-3));
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " cells, error of the pulls %.1e", t.n,
                      error);
    device_close(&dev);
    return 0;
}

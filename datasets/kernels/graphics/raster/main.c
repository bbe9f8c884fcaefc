/* A frame of triangles with a depth test, drawn batch by batch into tiles. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <stdbool.h>
#include <sys/param.h>

enum {
    SETUP_WORDS = 16, /* as in raster.cl */
    TILE_PIXELS = DEVICE_TILE_WIDTH * DEVICE_TILE_HEIGHT,
    FARTHEST = 1 << 24,
    BACKGROUND = 0x202020,
    MAX_SLOPE = 7, /* of depth from pixel to pixel: our choice */
};

/* What raster.cl reads as VERTEX_WORDS words. */
typedef struct triangle {
    int32_t x[3], y[3];  /* corners, whole pixels */
    int32_t z, z_x, z_y; /* depth at the first corner, from pixel to pixel */
    uint32_t colour;
} triangle;

typedef struct scene {
    uint32_t width, height, n_batches, batch_triangles, n;
    triangle *triangles;
} scene;

static int32_t within(int64_t place, uint32_t size)
{
    return place < 0 ? 0 : place >= (int64_t)size ? (int32_t)size - 1 : (int32_t)place;
}

/* Triangles anywhere, corners up to `reach` pixels from their centres: sizes from none to reach x reach. */
static scene generate(uint32_t width, uint32_t height, uint32_t n_batches, uint32_t batch_triangles,
                      uint32_t reach, uint64_t seed)
{
    random_source random = {seed};
    scene s = {width, height, n_batches, batch_triangles, n_batches * batch_triangles, NULL};
    s.triangles = memory_array(s.n, sizeof *s.triangles);
    for (uint32_t i = 0; i < s.n; i++) {
        triangle *t = &s.triangles[i];
        const int64_t x = random_below(&random, width), y = random_below(&random, height);
        for (uint32_t k = 0; k < 3; k++) {
            t->x[k] = within(x + random_below(&random, 2 * reach + 1) - reach, width);
            t->y[k] = within(y + random_below(&random, 2 * reach + 1) - reach, height);
        }
        t->z = (int32_t)random_below(&random, FARTHEST / 2);
        t->z_x = (int32_t)random_below(&random, 2 * MAX_SLOPE + 1) - MAX_SLOPE;
        t->z_y = (int32_t)random_below(&random, 2 * MAX_SLOPE + 1) - MAX_SLOPE;
        t->colour = random_below(&random, 1 << 24);
    }
    return s;
}

/* `image` row by row; the frame buffer's depth stays in tiles. */
static void draw_on_device(device *dev, const scene *s, int32_t *depth, uint32_t *image)
{
    const cl_uint across = (s->width + DEVICE_TILE_WIDTH - 1) / DEVICE_TILE_WIDTH;
    const cl_uint n_tiles = across * ((s->height + DEVICE_TILE_HEIGHT - 1) / DEVICE_TILE_HEIGHT);
    const cl_uint n_pixels = n_tiles * TILE_PIXELS, farthest = FARTHEST, background = BACKGROUND;
    const size_t lists = (size_t)n_tiles * s->n_batches, frame = sizeof(cl_uint) * s->width * s->height;
    cl_mem vertices = device_buffer(dev, sizeof *s->triangles * s->n, s->triangles);
    cl_mem setup = device_buffer(dev, sizeof(cl_int) * SETUP_WORDS * s->n, NULL);
    cl_mem listed = device_buffer(dev, sizeof(cl_uint) * lists, NULL);
    cl_mem list = device_buffer(dev, sizeof(cl_uint) * lists * s->batch_triangles, NULL);
    cl_mem depths = device_buffer(dev, sizeof(cl_int) * n_pixels, NULL);
    cl_mem colour = device_buffer(dev, sizeof(cl_uint) * n_pixels, NULL);
    cl_mem screen = device_buffer(dev, frame, NULL);

    DEVICE_RUN(dev, device_kernel(dev, "clear"), n_pixels, ARG(depths), ARG(colour), ARG(farthest),
               ARG(background), ARG(n_pixels));
    DEVICE_RUN(dev, device_kernel(dev, "set_up"), s->n, ARG(vertices), ARG(setup), ARG(s->n));
    DEVICE_RUN(dev, device_kernel(dev, "list_tiles"), lists, ARG(setup), ARG(listed), ARG(list),
               ARG(s->batch_triangles), ARG(across), ARG(n_tiles), ARG(s->n_batches));
    for (cl_uint batch = 0; batch < s->n_batches; batch++)
        DEVICE_RUN_GRID(dev, device_kernel(dev, "draw"), s->width, s->height, ARG(setup), ARG(listed),
                        ARG(list), ARG(depths), ARG(colour), ARG(batch), ARG(s->batch_triangles), ARG(across),
                        ARG(n_tiles));
    DEVICE_RUN_GRID(dev, device_kernel(dev, "present"), s->width, s->height, ARG(colour), ARG(screen),
                    ARG(s->width), ARG(s->height), ARG(across));

    device_read(dev, screen, frame, image);
    int32_t *tiles = memory_array(n_pixels, sizeof *tiles);
    device_read(dev, depths, sizeof *tiles * n_pixels, tiles);
    for (uint32_t i = 0; i < s->width * s->height; i++) {
        const uint32_t x = i % s->width, y = i / s->width;
        const uint32_t tile = y / DEVICE_TILE_HEIGHT * across + x / DEVICE_TILE_WIDTH;
        depth[i] =
            tiles[tile * TILE_PIXELS + y % DEVICE_TILE_HEIGHT * DEVICE_TILE_WIDTH + x % DEVICE_TILE_WIDTH];
    }
}

/* Twice the area of corners a and b with a point, signed. */
static int64_t area(const triangle *t, uint32_t a, uint32_t b, int64_t x, int64_t y)
{
    return (t->x[b] - (int64_t)t->x[a]) * (y - t->y[a]) - (x - t->x[a]) * (t->y[b] - (int64_t)t->y[a]);
}

/* A point is covered when the areas with the three edges have no two signs; a triangle without an area covers
 * none. */
static bool covers(const triangle *t, int64_t x, int64_t y)
{
    const int64_t a = area(t, 0, 1, x, y), b = area(t, 1, 2, x, y), c = area(t, 2, 0, x, y);
    if (area(t, 0, 1, t->x[2], t->y[2]) == 0)
        return false;
    return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

static void draw_pixel(const triangle *t, int32_t x, int32_t y, int32_t *depth, uint32_t *image)
{
    const int32_t z = t->z + t->z_x * (x - t->x[0]) + t->z_y * (y - t->y[0]);
    if (!covers(t, x, y) || z >= *depth)
        return;
    *depth = z;
    *image = t->colour;
}

static int32_t least(const int32_t *of)
{
    return MIN(of[0], MIN(of[1], of[2]));
}
static int32_t most(const int32_t *of)
{
    return MAX(of[0], MAX(of[1], of[2]));
}

/* All triangles one behind the other, row by row. */
static void draw_reference(const scene *s, int32_t *depth, uint32_t *image)
{
    for (uint32_t i = 0; i < s->width * s->height; i++) {
        depth[i] = FARTHEST;
        image[i] = BACKGROUND;
    }
    for (const triangle *t = s->triangles; t < s->triangles + s->n; t++)
        for (int32_t y = least(t->y); y <= most(t->y); y++)
            for (int32_t x = least(t->x); x <= most(t->x); x++)
                draw_pixel(t, x, y, &depth[y * (int32_t)s->width + x], &image[y * (int32_t)s->width + x]);
}

int main(int argc, char **argv)
{
    uint32_t height, width, batches, triangles, reach, seed;
    const workload_option options[] = {
        {"size", &height, 480, 1, 1 << 11, NULL, "rows of the frame"},
        {"cols", &width, 640, 1, 1 << 11, NULL, "pixels of a row"},
        {"batches", &batches, 6, 1, 64, NULL, "draws of the frame, a launch each"},
        {"triangles", &triangles, 256, 1, 1 << 12, NULL, "of a batch"},
        {"reach", &reach, 24, 0, 1 << 10, NULL,
         "pixels from a triangle's centre to a corner, in each direction"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the triangles"},
    };
    const workload work = {"raster", "a frame of triangles with a depth test", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    const scene s = generate(width, height, batches, triangles, reach, seed);
    const size_t n = (size_t)width * height;
    int32_t *depth = memory_array(n, sizeof *depth), *true_depth = memory_array(n, sizeof *depth);
    uint32_t *image = memory_array(n, sizeof *image), *true_image = memory_array(n, sizeof *image);
    device dev;
    device_open(&dev, kernel_source);
    draw_on_device(&dev, &s, depth, image);

    draw_reference(&s, true_depth, true_image);
    check_equal("depth", (const uint32_t *)depth, (const uint32_t *)true_depth, n);
    check_equal("pixel", image, true_image, n);
    size_t drawn = 0;
    for (size_t i = 0; i < n; i++)
        drawn += depth[i] != FARTHEST;
    workload_verified(&work, dev.name, dev.launches, "%zu pixels drawn", drawn);
    device_close(&dev);
    return 0;
}

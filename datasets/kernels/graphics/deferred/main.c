/* A deferred frame: shading from a buffer of several targets, a bloom and a tone map. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

enum { RADIUS = 4 /* as in deferred.cl */, LIGHT_NUMBERS = 7, COLOURS = 3 };

/* A colour of a frame is rounded to one of 256: off by half of one, and a little for single precision. */
#define TONE_TOLERANCE (0.51 / 255)

/* What geometry has left: four targets of four bytes a pixel. */
typedef struct geometry {
    uint32_t width, height, n_lights;
    uint32_t *albedo, *normal, *light;
    float *depth, *lights;
} geometry;

/* Surfaces of 16 x 16 pixels, each with a material and a direction of its own: our choice. */
static geometry generate(uint32_t width, uint32_t height, uint32_t n_lights, uint64_t seed)
{
    enum { SURFACE = 16 };
    random_source random = {seed};
    const size_t n = (size_t)width * height, across = (width + SURFACE - 1) / SURFACE;
    const size_t n_surfaces = across * ((height + SURFACE - 1) / SURFACE);
    geometry g = {width, height, n_lights, NULL, NULL, NULL, NULL, NULL};
    uint32_t *surface = memory_array(n_surfaces * 2, sizeof *surface);
    for (size_t i = 0; i < n_surfaces * 2; i++)
        surface[i] = (uint32_t)random_u64(&random);
    g.albedo = memory_array(n, sizeof *g.albedo);
    g.normal = memory_array(n, sizeof *g.normal);
    g.light = memory_array(n, sizeof *g.light);
    g.depth = random_vector(&random, n);
    for (size_t i = 0; i < n; i++) {
        const size_t at = i / width / SURFACE * across + i % width / SURFACE;
        g.albedo[i] = surface[2 * at];
        g.normal[i] = surface[2 * at + 1];
        /* One pixel in 64 glows. */
        g.light[i] = random_below(&random, 64) == 0 ? UINT32_MAX : 0xff000000;
    }
    g.lights = random_vector(&random, (size_t)n_lights * LIGHT_NUMBERS);
    return g;
}

static cl_mem plane(device *dev, size_t n)
{
    return device_buffer(dev, sizeof(cl_float) * n, NULL);
}

static void render_on_device(device *dev, const geometry *g, uint32_t *frame)
{
    const size_t n = (size_t)g->width * g->height, bytes = sizeof(cl_uint) * n;
    const cl_uint width = g->width, height = g->height, half_width = width / 2, half_height = height / 2;
    const cl_uint along = 0, down = 1;
    cl_mem albedo = device_buffer(dev, bytes, g->albedo), normal = device_buffer(dev, bytes, g->normal);
    cl_mem depth = device_buffer(dev, bytes, g->depth), light = device_buffer(dev, bytes, g->light);
    cl_mem lights = device_buffer(dev, sizeof(cl_float) * LIGHT_NUMBERS * g->n_lights, g->lights);
    cl_mem red = plane(dev, n), green = plane(dev, n), blue = plane(dev, n), target = plane(dev, n);
    cl_mem bright = plane(dev, n / 4), between = plane(dev, n / 4);

    DEVICE_RUN_GRID(dev, device_kernel(dev, "shade"), width, height, ARG(albedo), ARG(normal), ARG(depth),
                    ARG(light), ARG(lights), ARG(g->n_lights), ARG(red), ARG(green), ARG(blue), ARG(width),
                    ARG(height));
    DEVICE_RUN_GRID(dev, device_kernel(dev, "brighter"), half_width, half_height, ARG(red), ARG(green),
                    ARG(blue), ARG(bright), ARG(half_width), ARG(half_height));
    cl_kernel blur = device_kernel(dev, "blur");
    DEVICE_RUN_GRID(dev, blur, half_width, half_height, ARG(bright), ARG(between), ARG(along),
                    ARG(half_width), ARG(half_height));
    DEVICE_RUN_GRID(dev, blur, half_width, half_height, ARG(between), ARG(bright), ARG(down), ARG(half_width),
                    ARG(half_height));
    DEVICE_RUN_GRID(dev, device_kernel(dev, "tone_map"), width, height, ARG(red), ARG(green), ARG(blue),
                    ARG(bright), ARG(target), ARG(width), ARG(height));
    device_read(dev, target, bytes, frame);
}

static double channel(uint32_t packed, uint32_t which)
{
    return (packed >> (8 * which) & 255) / 255.0;
}

/* The light that comes from a pixel, one colour. */
static double shaded(const geometry *g, uint32_t col, uint32_t row, uint32_t colour)
{
    const size_t at = (size_t)row * g->width + col;
    const double place[3] = {(col + 0.5) / g->width, (row + 0.5) / g->height, (double)g->depth[at]};
    double sum = 0.1 * channel(g->light[at], 3);
    for (uint32_t i = 0; i < g->n_lights; i++) {
        const float *light = g->lights + (size_t)i * LIGHT_NUMBERS;
        double square = 0.01, facing = 0;
        for (uint32_t d = 0; d < 3; d++) {
            const double way = (double)light[d] - place[d];
            square += way * way;
            facing += (2 * channel(g->normal[at], d) - 1) * way;
        }
        sum += (facing > 0 ? facing : 0) * (double)light[3] / square * (double)light[4 + colour];
    }
    return sum * channel(g->albedo[at], colour) + channel(g->light[at], colour);
}

static size_t border(int64_t place, size_t size)
{
    return place < 0 ? 0 : place >= (int64_t)size ? size - 1 : (size_t)place;
}

/* What is bright at half the resolution, blurred in both directions at once. `light` has three colours a
 * pixel. */
static double *bloom_reference(const double *light, size_t width, size_t height)
{
    const size_t wide = width / 2, high = height / 2;
    double *bright = memory_array(wide * high + 1, sizeof *bright);
    double *blurred = memory_array(wide * high + 1, sizeof *blurred);
    for (size_t i = 0; i < wide * high; i++) {
        const double *above = light + COLOURS * (2 * (i / wide) * width + 2 * (i % wide));
        double sum = 0;
        for (size_t k = 0; k < (size_t)2 * COLOURS; k++)
            sum += above[k] + above[COLOURS * width + k];
        bright[i] = sum > 12 ? sum / 12 - 1 : 0;
    }
    for (size_t i = 0; i < wide * high; i++) {
        double sum = 0;
        for (int64_t y = -RADIUS; y <= RADIUS; y++)
            for (int64_t x = -RADIUS; x <= RADIUS; x++)
                sum += bright[border((int64_t)(i / wide) + y, high) * wide +
                              border((int64_t)(i % wide) + x, wide)];
        blurred[i] = sum / ((2 * RADIUS + 1) * (2 * RADIUS + 1));
    }
    return blurred;
}

/* Three colours a pixel, from 0 to 1. */
static double *render_reference(const geometry *g)
{
    const size_t n = (size_t)g->width * g->height;
    double *light = memory_array(n * COLOURS, sizeof *light);
    for (size_t i = 0; i < n * COLOURS; i++) {
        const size_t at = i / COLOURS;
        light[i] = shaded(g, (uint32_t)(at % g->width), (uint32_t)(at / g->width), (uint32_t)(i % COLOURS));
    }
    const double *bloom = bloom_reference(light, g->width, g->height);
    for (size_t i = 0; i < n * COLOURS; i++) {
        const size_t at = i / COLOURS, col = at % g->width, row = at / g->width;
        const double value = light[i] + bloom[row / 2 * (g->width / 2) + col / 2];
        light[i] = value / (1 + value);
    }
    return light;
}

int main(int argc, char **argv)
{
    uint32_t height, width, n_lights, seed;
    const workload_option options[] = {
        {"size", &height, 480, 2, 1 << 11, NULL, "rows of the frame, an even number"},
        {"cols", &width, 640, 2, 1 << 11, NULL, "pixels of a row, an even number"},
        {"lights", &n_lights, 16, 1, 512, NULL, "that shine on each pixel"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of surfaces and lights"},
    };
    const workload work = {"deferred", "a frame of deferred shading with a bloom and a tone map", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);
    if (width % 2 || height % 2)
        workload_fail("rows and pixels of a row must be even: the bloom has half of them");

    const geometry g = generate(width, height, n_lights, seed);
    const size_t n = (size_t)width * height;
    uint32_t *frame = memory_array(n, sizeof *frame);
    float *colours = memory_array(n * COLOURS, sizeof *colours);
    device dev;
    device_open(&dev, kernel_source);
    render_on_device(&dev, &g, frame);

    for (size_t i = 0; i < n * COLOURS; i++)
        colours[i] = (float)channel(frame[i / COLOURS], (uint32_t)(i % COLOURS));
    double error = check_close("colour", colours, render_reference(&g), n * COLOURS, TONE_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of a colour %.1e", error);
    device_close(&dev);
    return 0;
}

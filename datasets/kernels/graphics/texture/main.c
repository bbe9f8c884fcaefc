/* A textured floor with levels of detail in Morton order and bilinear filtering; a launch is a frame. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <math.h>

enum { MAX_LEVELS = 13, CHANNELS = 4 };

/* Levels row by row: what the reference reads. */
typedef struct pyramid {
    uint32_t side, n_levels, n_texels;
    uint32_t first[MAX_LEVELS];  /* texel of each level */
    uint8_t (*texels)[CHANNELS]; /* [first[level] + v * size + u][channel] */
} pyramid;

static uint32_t size_of(const pyramid *p, uint32_t level)
{
    return p->side >> level;
}

/* Each texel of a level is the mean of four of the level below. */
static void halve(pyramid *p, uint32_t level)
{
    const uint32_t size = size_of(p, level), wide = 2 * size;
    for (uint32_t v = 0; v < size; v++) {
        for (uint32_t u = 0; u < size; u++) {
            uint8_t(*from)[CHANNELS] = p->texels + p->first[level - 1] + (size_t)2 * v * wide + 2 * u;
            uint8_t *to = p->texels[p->first[level] + v * size + u];
            for (uint32_t c = 0; c < CHANNELS; c++)
                to[c] = (uint8_t)((from[0][c] + from[1][c] + from[wide][c] + from[wide + 1][c]) / 4);
        }
    }
}

/* A texture of noise, and its levels of detail. */
static pyramid generate(uint32_t log_side, uint64_t seed)
{
    random_source random = {seed};
    pyramid p = {1U << log_side, log_side + 1, 0, {0}, NULL};
    for (uint32_t level = 0; level < p.n_levels; level++) {
        p.first[level] = p.n_texels;
        p.n_texels += size_of(&p, level) * size_of(&p, level);
    }
    p.texels = memory_array(p.n_texels, sizeof *p.texels);
    for (uint32_t i = 0; i < p.side * p.side * CHANNELS; i++)
        p.texels[i / CHANNELS][i % CHANNELS] = (uint8_t)random_below(&random, 256);
    for (uint32_t level = 1; level < p.n_levels; level++)
        halve(&p, level);
    return p;
}

/* The same texels as the device reads them: each level by the bits of its coordinates in turn. */
static uint32_t *in_morton_order(const pyramid *p)
{
    uint32_t *texels = memory_array(p->n_texels, sizeof *texels), *to = texels;
    for (uint32_t level = 0; level < p->n_levels; level++) {
        const uint32_t size = size_of(p, level);
        for (uint32_t i = 0; i < size * size; i++) {
            uint32_t u = 0, v = 0;
            for (uint32_t bit = 0; bit < p->n_levels; bit++) {
                u |= (i >> (2 * bit) & 1) << bit;
                v |= (i >> (2 * bit + 1) & 1) << bit;
            }
            const uint8_t *texel = p->texels[p->first[level] + v * size + u];
            *to++ = texel[0] | (uint32_t)texel[1] << 8 | (uint32_t)texel[2] << 16 | (uint32_t)texel[3] << 24;
        }
    }
    return texels;
}

/* Where a frame is seen from; cosine and sine with 8 fractional bits. */
typedef struct camera {
    int32_t cosine, sine;
    uint32_t u, v;
} camera;

/* The camera turns by a degree and goes on by 16 texels from frame to frame. */
static camera camera_of(uint32_t frame)
{
    const double angle = (30.0 + frame) * 3.14159265358979323846 / 180;
    return (camera){(int32_t)lround(256 * cos(angle)), (int32_t)lround(256 * sin(angle)), frame << 12, 0};
}

static void draw_on_device(device *dev, const pyramid *p, cl_uint width, cl_uint height, uint32_t frames,
                           uint32_t *image)
{
    cl_mem texels = device_buffer(dev, sizeof *image * p->n_texels, in_morton_order(p));
    cl_mem target = device_buffer(dev, sizeof *image * width * height, NULL);
    const cl_uint side = p->side;
    for (uint32_t frame = 0; frame < frames; frame++) {
        const camera seen = camera_of(frame);
        const cl_uint cosine = (cl_uint)seen.cosine, sine = (cl_uint)seen.sine;
        DEVICE_RUN_GRID(dev, device_kernel(dev, "floor_texture"), width, height, ARG(texels), ARG(target),
                        ARG(width), ARG(height), ARG(side), ARG(cosine), ARG(sine), ARG(seen.u), ARG(seen.v));
        device_read(dev, target, sizeof *image * width * height, image + (size_t)frame * width * height);
    }
}

static uint32_t mixed(uint32_t a, uint32_t b, uint32_t share)
{
    return (a * (256 - share) + b * share) / 256;
}

/* A pixel, channel by channel, of levels that lie row by row. */
static uint32_t reference_pixel(const pyramid *p, const camera *seen, uint32_t width, uint32_t height,
                                uint32_t x, uint32_t y)
{
    const int64_t scale = ((int64_t)height * 128) / (y + 1), across = (int64_t)x - width / 2;
    /* Coordinates modulo 2^24, of which a texture is at most 2^20: what the device's overflow leaves. */
    int64_t u =
        seen->u + ((((across * seen->cosine - (int64_t)height * seen->sine) * scale) & 0xffffffff) >> 8);
    int64_t v =
        seen->v + ((((across * seen->sine + (int64_t)height * seen->cosine) * scale) & 0xffffffff) >> 8);
    uint32_t level = 0;
    while (level + 1 < p->n_levels && scale >= (int64_t)512 << level)
        level++;
    const int64_t size = size_of(p, level);
    u = ((u >> level) - 128) & (size * 256 - 1);
    v = ((v >> level) - 128) & (size * 256 - 1);
    const int64_t left = u / 256, right = (left + 1) % size, top = v / 256, bottom = (top + 1) % size;
    uint32_t pixel = 0;
    for (uint32_t c = 0; c < CHANNELS; c++) {
        uint8_t(*texels)[CHANNELS] = p->texels + p->first[level];
        const uint32_t above =
            mixed(texels[top * size + left][c], texels[top * size + right][c], (uint32_t)u % 256);
        const uint32_t below =
            mixed(texels[bottom * size + left][c], texels[bottom * size + right][c], (uint32_t)u % 256);
        pixel |= mixed(above, below, (uint32_t)v % 256) << (8 * c);
    }
    return pixel;
}

static uint32_t *draw_reference(const pyramid *p, uint32_t width, uint32_t height, uint32_t frames)
{
    uint32_t *image = memory_array((size_t)width * height * frames, sizeof *image), *to = image;
    for (uint32_t frame = 0; frame < frames; frame++) {
        const camera seen = camera_of(frame);
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++)
                *to++ = reference_pixel(p, &seen, width, height, x, y);
    }
    return image;
}

int main(int argc, char **argv)
{
    uint32_t height, width, side, frames, seed;
    const workload_option options[] = {
        {"size", &height, 480, 1, 1 << 11, NULL, "rows of a frame"},
        {"cols", &width, 640, 1, 1 << 11, NULL, "pixels of a row"},
        {"texture", &side, 10, 0, MAX_LEVELS - 1, NULL, "binary logarithm of the texture's side"},
        {"frames", &frames, 1, 1, 256, NULL, "frames, a launch each"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the texture"},
    };
    const workload work = {"texture", "frames of a floor with a filtered texture", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    const pyramid p = generate(side, seed);
    const size_t n = (size_t)width * height * frames;
    uint32_t *image = memory_array(n, sizeof *image);
    device dev;
    device_open(&dev, kernel_source);
    draw_on_device(&dev, &p, width, height, frames, image);

    check_equal("pixel", image, draw_reference(&p, width, height, frames), n);
    workload_verified(&work, dev.name, dev.launches, "%u frame%s", frames, frames == 1 ? "" : "s");
    device_close(&dev);
    return 0;
}

/* Particles that are blended over a frame, emitter by emitter; all launches are one frame. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <string.h>

enum {
    PARTICLE_WORDS = 5,
    SPRITE_SIDE = 64,
    FADE = 64,
    FARTHEST = 1 << 16,
    CHANNELS = 4,
};

typedef struct scene {
    uint32_t width, height, n_emitters, per_emitter, reach;
    int32_t (*particles)[PARTICLE_WORDS]; /* emitter by emitter, from back to front */
    uint8_t *sprite;                      /* how much of a particle is seen at each place of it */
    int32_t *depth;                       /* of what stands in the frame */
    uint32_t *frame;                      /* before the particles */
} scene;

/* Round, and gone at its edge; a little uneven, as smoke is. */
static uint8_t *draw_sprite(random_source *random)
{
    uint8_t *sprite = memory_array((size_t)SPRITE_SIDE * SPRITE_SIDE, 1);
    const int32_t half = SPRITE_SIDE / 2;
    for (int32_t v = 0; v < SPRITE_SIDE; v++)
        for (int32_t u = 0; u < SPRITE_SIDE; u++) {
            const int32_t square = (u - half) * (u - half) + (v - half) * (v - half), most = half * half;
            const int32_t shown = square < most ? 224 * (most - square) / most : 0;
            sprite[v * SPRITE_SIDE + u] =
                (uint8_t)(shown > 0 ? shown + (int32_t)random_below(random, 32) : 0);
        }
    return sprite;
}

/* A cloud of particles around the emitter's place; each one is nearer than the one before. */
static void emit(const scene *s, uint32_t emitter, random_source *random)
{
    const int32_t x = (int32_t)random_below(random, s->width), y = (int32_t)random_below(random, s->height);
    const uint32_t spread = 4 * s->reach + 1;
    for (uint32_t i = 0; i < s->per_emitter; i++) {
        int32_t *p = s->particles[(size_t)emitter * s->per_emitter + i];
        p[0] = x + (int32_t)random_below(random, spread) - (int32_t)(spread / 2);
        p[1] = y + (int32_t)random_below(random, spread) - (int32_t)(spread / 2);
        p[2] = 1 + (int32_t)random_below(random, s->reach);
        p[3] = FARTHEST / 4 - (int32_t)((uint64_t)i * FARTHEST / 8 / s->per_emitter);
        p[4] = (int32_t)((64 + random_below(random, 64)) << 24 | random_below(random, 1 << 24));
    }
}

/* A wall with steps, some before the particles, some behind. */
static scene generate(uint32_t width, uint32_t height, uint32_t n_emitters, uint32_t per_emitter,
                      uint32_t reach, uint64_t seed)
{
    random_source random = {seed};
    scene s = {width, height, n_emitters, per_emitter, reach, NULL, NULL, NULL, NULL};
    const size_t pixels = (size_t)width * height;
    s.particles = memory_array((size_t)n_emitters * per_emitter, sizeof *s.particles);
    s.depth = memory_array(pixels, sizeof *s.depth);
    s.frame = memory_array(pixels, sizeof *s.frame);
    for (size_t i = 0; i < pixels; i++) {
        const uint32_t step = (uint32_t)(i % width / 8 + i / width / 8) % 8;
        s.depth[i] = (int32_t)(step * FARTHEST / 8 + random_below(&random, 64));
        s.frame[i] = random_below(&random, UINT32_MAX);
    }
    s.sprite = draw_sprite(&random);
    for (uint32_t i = 0; i < n_emitters; i++)
        emit(&s, i, &random);
    return s;
}

static void draw_on_device(device *dev, const scene *s, uint32_t *frame)
{
    const size_t pixels = (size_t)s->width * s->height;
    const cl_uint across = (s->width + DEVICE_TILE_WIDTH - 1) / DEVICE_TILE_WIDTH, n = s->per_emitter,
                  n_tiles = across * ((s->height + DEVICE_TILE_HEIGHT - 1) / DEVICE_TILE_HEIGHT),
                  width = s->width, height = s->height;
    cl_mem particles =
        device_buffer(dev, sizeof *s->particles * s->n_emitters * s->per_emitter, s->particles);
    cl_mem sprite = device_buffer(dev, (size_t)SPRITE_SIDE * SPRITE_SIDE, s->sprite);
    cl_mem depth = device_buffer(dev, sizeof *s->depth * pixels, s->depth);
    cl_mem target = device_buffer(dev, sizeof *frame * pixels, s->frame);
    const cl_uint n_emitters = s->n_emitters, items = n_tiles * n_emitters;
    cl_mem listed = device_buffer(dev, sizeof(cl_uint) * items, NULL);
    cl_mem list = device_buffer(dev, sizeof(cl_uint) * items * n, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "list_particles"), items, ARG(particles), ARG(listed), ARG(list),
               ARG(n), ARG(n_emitters), ARG(across), ARG(n_tiles));
    for (uint32_t i = 0; i < s->n_emitters; i++) {
        const cl_uint first = i * n_tiles;
        DEVICE_RUN_GRID(dev, device_kernel(dev, "blend"), width, height, ARG(particles), ARG(listed),
                        ARG(list), ARG(sprite), ARG(depth), ARG(target), ARG(n), ARG(first), ARG(across),
                        ARG(width), ARG(height));
    }
    device_read(dev, target, sizeof *frame * pixels, frame);
}

/* One particle over the whole frame, channel by channel. */
static uint64_t reference_particle(const scene *s, const int32_t *p, uint8_t (*frame)[CHANNELS])
{
    uint64_t blended = 0;
    for (int32_t y = p[1] - p[2]; y < p[1] + p[2]; y++)
        for (int32_t x = p[0] - p[2]; x < p[0] + p[2]; x++) {
            if (x < 0 || y < 0 || x >= (int32_t)s->width || y >= (int32_t)s->height)
                continue;
            const size_t at = (size_t)y * s->width + (size_t)x;
            const int32_t u = (x - p[0] + p[2]) * SPRITE_SIDE / (2 * p[2]);
            const int32_t v = (y - p[1] + p[2]) * SPRITE_SIDE / (2 * p[2]), room = s->depth[at] - p[3];
            const uint32_t colour = (uint32_t)p[4];
            uint32_t alpha = s->sprite[v * SPRITE_SIDE + u] * (colour >> 24) / 256;
            alpha = room <= 0 ? 0 : room < FADE ? alpha * (uint32_t)room / FADE : alpha;
            for (uint32_t c = 0; c < CHANNELS; c++)
                frame[at][c] =
                    (uint8_t)((frame[at][c] * (256 - alpha) + (colour >> (8 * c) & 255) * alpha) / 256);
            blended += alpha > 0;
        }
    return blended;
}

/* The same frame; *blended: how often a pixel took a particle. */
static uint32_t *draw_reference(const scene *s, uint64_t *blended)
{
    const size_t pixels = (size_t)s->width * s->height;
    uint8_t(*channels)[CHANNELS] = memory_array(pixels, sizeof *channels);
    uint32_t *frame = memory_array(pixels, sizeof *frame);
    for (size_t i = 0; i < pixels * CHANNELS; i++)
        channels[i / CHANNELS][i % CHANNELS] =
            (uint8_t)(s->frame[i / CHANNELS] >> (8 * (i % CHANNELS)) & 255);
    *blended = 0;
    for (size_t i = 0; i < (size_t)s->n_emitters * s->per_emitter; i++)
        *blended += reference_particle(s, s->particles[i], channels);
    for (size_t i = 0; i < pixels; i++)
        for (uint32_t c = 0; c < CHANNELS; c++)
            frame[i] |= (uint32_t)channels[i][c] << (8 * c);
    return frame;
}

int main(int argc, char **argv)
{
    uint32_t height, width, emitters, particles, reach, seed;
    const workload_option options[] = {
        {"size", &height, 480, 1, 1 << 11, NULL, "rows of the frame"},
        {"cols", &width, 640, 1, 1 << 11, NULL, "pixels of a row"},
        {"emitters", &emitters, 6, 1, 64, NULL, "of particles, a launch each"},
        {"particles", &particles, 48, 1, 1 << 10, NULL, "of each emitter"},
        {"reach", &reach, 64, 1, 1 << 9, NULL, "most pixels from the middle of a particle to its edge"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of particles and frame"},
    };
    const workload work = {"particles", "particles blended over a frame", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    const scene s = generate(width, height, emitters, particles, reach, seed);
    const size_t n = (size_t)width * height;
    uint32_t *frame = memory_array(n, sizeof *frame);
    uint64_t blended;
    device dev;
    device_open(&dev, kernel_source);
    draw_on_device(&dev, &s, frame);

    check_equal("pixel", frame, draw_reference(&s, &blended), n);
    workload_verified(&work, dev.name, dev.launches, "%llu pixels blended", (unsigned long long)blended);
    device_close(&dev);
    return 0;
}

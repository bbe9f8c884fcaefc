/* Smoke and sparks over a finished frame: each particle is a square that faces the screen, and lets through what lies behind it by a
 * factor for each pixel (Porter and Duff, "Compositing digital images", 1984: over). They lie from back to front, so that a pixel takes
 * them in order; tiles list those that meet them. An emitter is drawn in a launch of its own: it reads the frame, blends what its particles add, and writes it again.
 * What stands before a particle hides it, and it fades where it comes near. Numbers are whole. */
#define TILE_WIDTH 32 /* DEVICE_TILE_WIDTH of datasets/common/device.h */
#define TILE_HEIGHT 8 /* DEVICE_TILE_HEIGHT */

#define PARTICLE_WORDS 5 /* place of the middle, half a side, depth, colour with its alpha in the highest byte */
#define SPRITE_SIDE 64
#define FADE 64 /* of depth, over which a particle becomes visible */

/* Particles of each emitter, n of them, that meet each tile, in their order: a work-item for each tile of each emitter. */
__kernel void list_particles(__global const int *particles, __global uint *listed, __global uint *list, uint n,
                             uint n_emitters, uint tiles_across, uint n_tiles)
{
    uint item = get_global_id(0);
    if (item >= n_tiles * n_emitters)
        return;
    uint tile = item % n_tiles, first = item / n_tiles * n;
    int left = tile % tiles_across * TILE_WIDTH, top = tile / tiles_across * TILE_HEIGHT;
    uint found = 0;
    for (uint i = 0; i < n; i++) {
        __global const int *p = particles + (first + i) * PARTICLE_WORDS;
        int x = p[0], y = p[1], half_side = p[2];
        if (x + half_side <= left || x - half_side >= left + TILE_WIDTH || y + half_side <= top ||
            y - half_side >= top + TILE_HEIGHT)
            continue;
        list[item * n + found++] = first + i;
    }
    listed[item] = found;
}

/* Four channels of 8 bits: `a` where `share` is 0, nearly `b` where it is 255. Two channels in 32 bits at a time. */
static uint over(uint a, uint b, uint share)
{
    uint low = (a & 0x00ff00ffu) * (256 - share) + (b & 0x00ff00ffu) * share;
    uint high = ((a >> 8) & 0x00ff00ffu) * (256 - share) + ((b >> 8) & 0x00ff00ffu) * share;
    return ((low >> 8) & 0x00ff00ffu) | (high & 0xff00ff00u);
}

__kernel void blend(__global const int *particles, __global const uint *listed, __global const uint *list,
                    __global const uchar *sprite, __global const int *depth, __global uint *frame, uint n,
                    uint first_item, uint tiles_across, uint width, uint height)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    uint item = first_item + y / TILE_HEIGHT * tiles_across + x / TILE_WIDTH;
    uint in_tile = listed[item];
    if (in_tile == 0)
        return;
    int behind = depth[y * width + x];
    uint pixel = frame[y * width + x];
    for (uint i = 0; i < in_tile; i++) {
        __global const int *p = particles + list[item * n + i] * PARTICLE_WORDS;
        int half_side = p[2], across = (int)x - p[0] + half_side, down = (int)y - p[1] + half_side;
        int room = behind - p[3];
        if (across < 0 || down < 0 || across >= 2 * half_side || down >= 2 * half_side || room <= 0)
            continue;
        uint u = across * SPRITE_SIDE / (2 * half_side), v = down * SPRITE_SIDE / (2 * half_side);
        uint colour = p[4], alpha = sprite[v * SPRITE_SIDE + u] * (colour >> 24) / 256;
        alpha = alpha * min(room, FADE) / FADE;
        pixel = over(pixel, colour, alpha);
    }
    frame[y * width + x] = pixel;
}

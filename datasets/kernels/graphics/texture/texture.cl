/* A frame of a textured floor that ends at the horizon: each pixel reads four texels of the level of detail that fits its row and
 * filters them (Williams, "Pyramidal parametrics", 1983). Levels lie one behind the other, each in Morton order, so that a tile of
 * pixels finds its texels in few lines whatever the direction in which it looks. Numbers are whole, texels are four bytes. */

/* Bits of `i` at the even places. */
static uint spread(uint i)
{
    i = (i | (i << 8)) & 0x00ff00ffu;
    i = (i | (i << 4)) & 0x0f0f0f0fu;
    i = (i | (i << 2)) & 0x33333333u;
    return (i | (i << 1)) & 0x55555555u;
}

/* Four channels of 8 bits: `a` where `share` is 0, nearly `b` where it is 255. Two channels in 32 bits at a time. */
static uint mix_texels(uint a, uint b, uint share)
{
    uint low = (a & 0x00ff00ffu) * (256 - share) + (b & 0x00ff00ffu) * share;
    uint high = ((a >> 8) & 0x00ff00ffu) * (256 - share) + ((b >> 8) & 0x00ff00ffu) * share;
    return ((low >> 8) & 0x00ff00ffu) | (high & 0xff00ff00u);
}

/* `side` is a power of two; cosine and sine of the camera's direction have 8 fractional bits, as have texture coordinates. What
 * overflows are whole textures. */
__kernel void floor_texture(__global const uint *texels, __global uint *frame, uint width, uint height, uint side,
                            uint cosine, uint sine, uint from_u, uint from_v)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    /* Texels from pixel to pixel, 8 fractional bits: one in the middle row. */
    uint scale = (height << 7) / (y + 1);
    uint across = x - width / 2, ahead = height;
    uint u = from_u + (((across * cosine - ahead * sine) * scale) >> 8);
    uint v = from_v + (((across * sine + ahead * cosine) * scale) >> 8);
    uint level = 0, first = 0, size = side;
    while ((scale >> level) >= 512 && size > 1) {
        first += size * size;
        size >>= 1;
        level++;
    }
    uint mask = size - 1;
    u = (u >> level) - 128;
    v = (v >> level) - 128;
    uint left = spread((u >> 8) & mask), right = spread(((u >> 8) + 1) & mask);
    uint top = spread((v >> 8) & mask) << 1, bottom = spread(((v >> 8) + 1) & mask) << 1;
    uint above = mix_texels(texels[first + (top | left)], texels[first + (top | right)], u & 255);
    uint below = mix_texels(texels[first + (bottom | left)], texels[first + (bottom | right)], u & 255);
    frame[y * width + x] = mix_texels(above, below, v & 255);
}

/* A frame of triangles with a depth test, in the tiles of a tile-based renderer (Molnar and others, "A sorting classification of
 * parallel rendering", 1994: sort-middle). Triangles are set up, each tile of 32 x 8 pixels lists those of each batch that may
 * cover it, and each batch is drawn in a launch of its own into depth and colour that lie tile behind tile. What is ready is
 * copied row by row for the screen. Numbers are whole. */
#define TILE_WIDTH 32 /* DEVICE_TILE_WIDTH of datasets/common/device.h */
#define TILE_HEIGHT 8 /* DEVICE_TILE_HEIGHT */
#define TILE_PIXELS (TILE_WIDTH * TILE_HEIGHT)

#define VERTEX_WORDS 10 /* of a triangle of the input: x of three corners, their y, depth of the first, its slopes, colour */
#define SETUP_WORDS 16  /* three edges a x + b y + c, the depth plane, the box, colour */

__kernel void clear(__global int *depth, __global uint *colour, int farthest, uint background, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    depth[i] = farthest;
    colour[i] = background;
}

/* An edge as Pineda's edge function ("A parallel algorithm for polygon rasterization", 1988): not negative inside. */
static void set_up_edge(__global int *edge, int ax, int ay, int bx, int by, int sign)
{
    int a = sign * (ay - by), b = sign * (bx - ax);
    edge[0] = a;
    edge[1] = b;
    edge[2] = -(a * ax + b * ay);
}

__kernel void set_up(__global const int *vertices, __global int *setup, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    __global const int *in = vertices + i * VERTEX_WORDS;
    __global int *out = setup + i * SETUP_WORDS;
    int x0 = in[0], x1 = in[1], x2 = in[2], y0 = in[3], y1 = in[4], y2 = in[5];
    int area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0), sign = area < 0 ? -1 : 1;
    set_up_edge(out, x0, y0, x1, y1, sign);
    set_up_edge(out + 3, x1, y1, x2, y2, sign);
    set_up_edge(out + 6, x2, y2, x0, y0, sign);
    out[9] = in[7];
    out[10] = in[8];
    out[11] = in[6] - in[7] * x0 - in[8] * y0;
    /* Without an area the box ends before it begins. */
    out[12] = area == 0 ? 0xffff : min(x0, min(x1, x2)) / TILE_WIDTH | max(x0, max(x1, x2)) / TILE_WIDTH << 16;
    out[13] = min(y0, min(y1, y2)) / TILE_HEIGHT | max(y0, max(y1, y2)) / TILE_HEIGHT << 16;
    out[14] = in[9];
}

/* The triangles of each batch whose box meets a tile, in their order: a work-item for each tile of each batch. */
__kernel void list_tiles(__global const int *setup, __global uint *listed, __global uint *list, uint batch_triangles,
                         uint tiles_across, uint n_tiles, uint n_batches)
{
    uint i = get_global_id(0);
    if (i >= n_tiles * n_batches)
        return;
    uint batch = i / n_tiles, tile = i % n_tiles;
    int across = tile % tiles_across, down = tile / tiles_across;
    uint n = 0;
    for (uint t = batch * batch_triangles; t < (batch + 1) * batch_triangles; t++) {
        int columns = setup[t * SETUP_WORDS + 12], rows = setup[t * SETUP_WORDS + 13];
        if (across >= (columns & 0xffff) && across <= columns >> 16 && down >= (rows & 0xffff) && down <= rows >> 16)
            list[i * batch_triangles + n++] = t;
    }
    listed[i] = n;
}

/* Draws a batch: a group is a tile, a work-item a pixel. Of equal depth the first drawn is seen. */
__kernel void draw(__global const int *setup, __global const uint *listed, __global const uint *list,
                   __global int *depth, __global uint *colour, uint batch, uint batch_triangles, uint tiles_across,
                   uint n_tiles)
{
    uint tile = get_group_id(1) * tiles_across + get_group_id(0), of_batch = batch * n_tiles + tile;
    uint at = tile * TILE_PIXELS + get_local_id(1) * TILE_WIDTH + get_local_id(0), n = listed[of_batch];
    int x = get_global_id(0), y = get_global_id(1);
    if (n == 0)
        return;
    int old = depth[at], nearest = old;
    uint seen = 0;
    for (uint i = 0; i < n; i++) {
        __global const int *t = setup + list[of_batch * batch_triangles + i] * SETUP_WORDS;
        int inside = (t[0] * x + t[1] * y + t[2]) | (t[3] * x + t[4] * y + t[5]) | (t[6] * x + t[7] * y + t[8]);
        int z = t[9] * x + t[10] * y + t[11];
        if (inside >= 0 && z < nearest) {
            nearest = z;
            seen = t[14];
        }
    }
    if (nearest == old)
        return;
    depth[at] = nearest;
    colour[at] = seen;
}

/* Tiles to rows. */
__kernel void present(__global const uint *colour, __global uint *screen, uint width, uint height, uint tiles_across)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    uint tile = y / TILE_HEIGHT * tiles_across + x / TILE_WIDTH;
    screen[y * width + x] = colour[tile * TILE_PIXELS + y % TILE_HEIGHT * TILE_WIDTH + x % TILE_WIDTH];
}

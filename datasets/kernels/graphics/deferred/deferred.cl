/* A deferred frame behind its geometry: shading of each pixel from a buffer of several targets (Saito and Takahashi,
 * "Comprehensible rendering of 3-D shapes", 1990), what is bright at half the resolution, blurred along rows and columns, and
 * a tone map of both (Reinhard and others, 2002). Pixels of a launch are those of its target. */
#define RADIUS 4 /* of the blur, also in main.c */

/* Four bytes as numbers from 0 to 1. */
static float channel(uint packed, uint which) { return (float)((packed >> (8 * which)) & 255u) / 255.0f; }

/* albedo: red, green, blue, roughness; normal: x, y, z from -1 to 1 and none; light: emitted red, green, blue and how much of the
 * surroundings comes in. A light has its place, how far it reaches and three colours: seven numbers. */
__kernel void shade(__global const uint *albedo, __global const uint *normal, __global const float *depth,
                    __global const uint *light, __constant float *lights, uint n_lights, __global float *red,
                    __global float *green, __global float *blue, uint width, uint height)
{
    uint col = get_global_id(0), row = get_global_id(1);
    if (col >= width || row >= height)
        return;
    uint at = row * width + col, material = albedo[at], direction = normal[at], emitted = light[at];
    float z = depth[at], x = ((float)col + 0.5f) / (float)width, y = ((float)row + 0.5f) / (float)height;
    float nx = 2.0f * channel(direction, 0) - 1.0f, ny = 2.0f * channel(direction, 1) - 1.0f;
    float nz = 2.0f * channel(direction, 2) - 1.0f;
    float r = 0.1f * channel(emitted, 3), g = r, b = r;
    for (uint i = 0; i < n_lights; i++) {
        __constant float *l = lights + 7 * i;
        float lx = l[0] - x, ly = l[1] - y, lz = l[2] - z;
        float square = lx * lx + ly * ly + lz * lz + 0.01f;
        float facing = max(0.0f, nx * lx + ny * ly + nz * lz);
        float share = facing * l[3] / square;
        r += share * l[4];
        g += share * l[5];
        b += share * l[6];
    }
    red[at] = r * channel(material, 0) + channel(emitted, 0);
    green[at] = g * channel(material, 1) + channel(emitted, 1);
    blue[at] = b * channel(material, 2) + channel(emitted, 2);
}

/* The mean of four pixels, as far as it is brighter than 1. Width and height are those of the target. */
__kernel void brighter(__global const float *red, __global const float *green, __global const float *blue,
                       __global float *bright, uint width, uint height)
{
    uint col = get_global_id(0), row = get_global_id(1);
    if (col >= width || row >= height)
        return;
    uint at = 4 * row * width + 2 * col, below = at + 2 * width;
    float sum = red[at] + red[at + 1] + red[below] + red[below + 1];
    sum += green[at] + green[at + 1] + green[below] + green[below + 1];
    sum += blue[at] + blue[at + 1] + blue[below] + blue[below + 1];
    bright[row * width + col] = max(0.0f, sum / 12.0f - 1.0f);
}

/* The mean of 2 RADIUS + 1 pixels of a row or column; at the borders the last pixel stands for those beyond. */
__kernel void blur(__global const float *from, __global float *to, uint down, uint width, uint height)
{
    int col = get_global_id(0), row = get_global_id(1), last_col = width - 1, last_row = height - 1;
    if (col > last_col || row > last_row)
        return;
    float sum = 0.0f;
    for (int i = -RADIUS; i <= RADIUS; i++) {
        int x = down ? col : min(max(col + i, 0), last_col), y = down ? min(max(row + i, 0), last_row) : row;
        sum += from[y * (int)width + x];
    }
    to[row * (int)width + col] = sum / (float)(2 * RADIUS + 1);
}

/* 0 to 255, without colours brighter than white. */
static uint tone(float value) { return (uint)(value / (1.0f + value) * 255.0f + 0.5f); }

__kernel void tone_map(__global const float *red, __global const float *green, __global const float *blue,
                       __global const float *bright, __global uint *frame, uint width, uint height)
{
    uint col = get_global_id(0), row = get_global_id(1);
    if (col >= width || row >= height)
        return;
    uint at = row * width + col;
    float glow = bright[row / 2 * (width / 2) + col / 2];
    frame[at] = tone(red[at] + glow) | tone(green[at] + glow) << 8 | tone(blue[at] + glow) << 16;
}

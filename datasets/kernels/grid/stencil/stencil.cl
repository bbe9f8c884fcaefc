/* One step of heat conduction on a grid of `height` rows of `width` cells, border cells fixed: five-point
 * stencil, one work-item per cell. Neighbouring warps share rows; nothing else is read twice. */
__kernel void stencil(__global const float *old, __global float *next, float rate, uint width, uint height)
{
    uint cell = get_global_id(0);
    if (cell >= width * height)
        return;
    uint row = cell / width, col = cell % width;
    float here = old[cell];
    if (row > 0 && row + 1 < height && col > 0 && col + 1 < width)
        here += rate * (old[cell - width] + old[cell + width] + old[cell - 1] + old[cell + 1] - 4.0f * here);
    next[cell] = here;
}

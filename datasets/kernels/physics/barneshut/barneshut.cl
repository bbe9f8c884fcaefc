/* Gravity in a plane by Barnes and Hut: every body walks the tree of cells. Cells stand in depth-first order, so that
 * the walk needs no stack: the next cell is the next one, or, where a cell is far enough to count as one body, the one
 * behind its last. Bodies are sorted by place: lanes of a warp walk much the same cells, warps different ones. */
#pragma OPENCL FP_CONTRACT OFF /* the host decides in the same way */

__kernel void barneshut(__global const float *x, __global const float *y, __global const float *cell_x,
                        __global const float *cell_y, __global const float *cell_mass, __global const float *cell_size,
                        __global const uint *behind, __global float *pull_x, __global float *pull_y, float opening,
                        float softening, uint cells, uint bodies)
{
    uint body = get_global_id(0);
    if (body >= bodies)
        return;
    float own_x = x[body], own_y = y[body], sum_x = 0.0f, sum_y = 0.0f;
    for (uint cell = 0; cell < cells;) {
        float dx = cell_x[cell] - own_x, dy = cell_y[cell] - own_y, size = cell_size[cell];
        float squared = dx * dx + dy * dy + softening;
        uint last = behind[cell];
        if (last > cell + 1 && size * size > opening * squared) {
            cell++;
            continue;
        }
        float strength = cell_mass[cell] / (squared * sqrt(squared));
        sum_x += strength * dx;
        sum_y += strength * dy;
        cell = last;
    }
    pull_x[body] = sum_x;
    pull_y[body] = sum_y;
}

/* Transposes a matrix without shared memory: a warp writes 32 neighbours of a row and reads 32 rows, one element
 * each. The warps of a group read neighbouring columns, so they share these lines. */
__kernel void transpose(__global const float *from, __global float *to, uint rows, uint cols)
{
    uint row = get_global_id(0), col = get_global_id(1);
    if (row < rows && col < cols)
        to[col * rows + row] = from[row * cols + col];
}

/* y = A x with A in compressed sparse rows, one work-item per row ("scalar CSR": Bell and Garland, 2009):
 * each lane of a warp walks its own row and gathers from x. */
__kernel void spmv(__global const uint *first, __global const uint *col, __global const float *value,
                   __global const float *x, __global float *y, uint rows)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    float sum = 0.0f;
    uint end = first[row + 1];
    for (uint e = first[row]; e < end; e++)
        sum += value[e] * x[col[e]];
    y[row] = sum;
}

/* Sparse triangular solve L x = b, L in compressed sparse rows with its diagonal beside it, one work-item per row.
 * Rows begin .. end-1 depend on rows before `begin` only, so they can be solved together. */
__kernel void sptrsv_rows(__global const uint *first, __global const uint *col, __global const float *value,
                          __global const float *diagonal, __global const float *b, __global float *x, uint begin,
                          uint end)
{
    uint row = begin + get_global_id(0);
    if (row >= end)
        return;
    float rest = b[row];
    uint stop = first[row + 1];
    for (uint e = first[row]; e < stop; e++)
        rest -= value[e] * x[col[e]];
    x[row] = rest / diagonal[row];
}

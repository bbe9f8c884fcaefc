/* ATAX: y = A^T (A x), A is rows x cols in row-major order. */

/* tmp = A x, one work-item per row: each lane of a warp walks a row of its own, 32 lines at a time. */
__kernel void atax_rows(__global const float *a, __global const float *x, __global float *tmp, uint rows,
                        uint cols)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (uint j = 0; j < cols; j++)
        sum += a[row * cols + j] * x[j];
    tmp[row] = sum;
}

/* partial[panel][col] = A[panel rows, col]^T tmp, one work-item per column of each panel of `cols` rows:
 * lanes read neighbouring columns. */
__kernel void atax_columns(__global const float *a, __global const float *tmp, __global float *partial,
                           uint rows, uint cols)
{
    uint panel = get_global_id(0) / cols;
    uint col = get_global_id(0) % cols;
    uint end = min((panel + 1) * cols, rows);
    if (panel * cols >= rows)
        return;
    float sum = 0.0f;
    for (uint i = panel * cols; i < end; i++)
        sum += a[i * cols + col] * tmp[i];
    partial[panel * cols + col] = sum;
}

/* y = sum of the panels, one work-item per column. */
__kernel void atax_sum(__global const float *partial, __global float *y, uint panels, uint cols)
{
    uint col = get_global_id(0);
    if (col >= cols)
        return;
    float sum = 0.0f;
    for (uint panel = 0; panel < panels; panel++)
        sum += partial[panel * cols + col];
    y[col] = sum;
}

/* BICG, the two products of the biconjugate gradient method: q = A p and s = A^T r, A is rows x cols in
 * row-major order. */

/* partial[panel][col] = A[panel rows, col]^T r, one work-item per column of each panel of `cols` rows. */
__kernel void bicg_columns(__global const float *a, __global const float *r, __global float *partial,
                           uint rows, uint cols)
{
    uint panel = get_global_id(0) / cols;
    uint col = get_global_id(0) % cols;
    uint end = min((panel + 1) * cols, rows);
    if (panel * cols >= rows)
        return;
    float sum = 0.0f;
    for (uint i = panel * cols; i < end; i++)
        sum += r[i] * a[i * cols + col];
    partial[panel * cols + col] = sum;
}

/* s = sum of the panels, one work-item per column. */
__kernel void bicg_sum(__global const float *partial, __global float *s, uint panels, uint cols)
{
    uint col = get_global_id(0);
    if (col >= cols)
        return;
    float sum = 0.0f;
    for (uint panel = 0; panel < panels; panel++)
        sum += partial[panel * cols + col];
    s[col] = sum;
}

/* q = A p, one work-item per row: each lane of a warp walks a row of its own. */
__kernel void bicg_rows(__global const float *a, __global const float *p, __global float *q, uint rows,
                        uint cols)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (uint j = 0; j < cols; j++)
        sum += a[row * cols + j] * p[j];
    q[row] = sum;
}

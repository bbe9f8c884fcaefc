/* MVT: x1 = x1 + A y1 and x2 = x2 + A^T y2, A is rows x cols in row-major order. */

/* Both products in one launch, as the thesis counts mvt (Table 5.4), so that a warp passes through two
 * phases: first the row of its own of each lane, then one column of a panel of `cols` rows per lane. */
__kernel void mvt_products(__global const float *a, __global const float *y1, __global const float *y2,
                           __global float *x1, __global float *partial, uint rows, uint cols)
{
    uint item = get_global_id(0);
    if (item < rows) {
        float sum = 0.0f;
        for (uint j = 0; j < cols; j++)
            sum += a[item * cols + j] * y1[j];
        x1[item] += sum;
    }
    uint begin = item / cols * cols;
    uint end = min(begin + cols, rows);
    if (begin < rows) {
        float sum = 0.0f;
        for (uint i = begin; i < end; i++)
            sum += a[i * cols + (item - begin)] * y2[i];
        partial[item] = sum;
    }
}

/* x2 = x2 + sum of the panels, one work-item per column. */
__kernel void mvt_sum(__global const float *partial, __global float *x2, uint panels, uint cols)
{
    uint col = get_global_id(0);
    if (col >= cols)
        return;
    float sum = 0.0f;
    for (uint panel = 0; panel < panels; panel++)
        sum += partial[panel * cols + col];
    x2[col] += sum;
}

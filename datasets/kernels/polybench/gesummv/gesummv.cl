/* GESUMMV: y = alpha A x + beta B x, A and B are rows x cols in row-major order. One work-item per row: each
 * lane of a warp walks a row of its own in both matrices. */
__kernel void gesummv(__global const float *a, __global const float *b, __global const float *x,
                      __global float *y, float alpha, float beta, uint rows, uint cols)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    float a_sum = 0.0f, b_sum = 0.0f;
    for (uint j = 0; j < cols; j++) {
        a_sum += a[row * cols + j] * x[j];
        b_sum += b[row * cols + j] * x[j];
    }
    y[row] = alpha * a_sum + beta * b_sum;
}

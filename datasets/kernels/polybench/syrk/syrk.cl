/* SYRK: C = alpha A A^T + beta C, A is size x depth and C size x size, both in row-major order. One work-item
 * per element of C, a warp is 32 neighbours of a row: all its lanes read the same element of row i and each
 * walks row j of its own, which the warps above and below walk as well. */
__kernel void syrk(__global const float *a, __global float *c, float alpha, float beta, uint size, uint depth)
{
    uint j = get_global_id(0), i = get_global_id(1);
    if (i >= size || j >= size)
        return;
    float sum = 0.0f;
    for (uint k = 0; k < depth; k++)
        sum += a[i * depth + k] * a[j * depth + k];
    c[i * size + j] = alpha * sum + beta * c[i * size + j];
}

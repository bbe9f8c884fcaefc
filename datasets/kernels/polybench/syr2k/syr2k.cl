/* SYR2K: C = alpha (A B^T + B A^T) + beta C, A and B are size x depth and C size x size, all in row-major
 * order. One work-item per element of C, a warp is 32 neighbours of a row: each lane walks row j of its own in
 * both matrices, which the warps above and below walk as well. */
__kernel void syr2k(__global const float *a, __global const float *b, __global float *c, float alpha,
                    float beta, uint size, uint depth)
{
    uint j = get_global_id(0), i = get_global_id(1);
    if (i >= size || j >= size)
        return;
    float sum = 0.0f;
    for (uint k = 0; k < depth; k++)
        sum += a[i * depth + k] * b[j * depth + k] + b[i * depth + k] * a[j * depth + k];
    c[i * size + j] = alpha * sum + beta * c[i * size + j];
}

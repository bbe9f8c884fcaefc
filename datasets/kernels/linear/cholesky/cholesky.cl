/* Cholesky factors of many small matrices in place, A = L L^T, one matrix per work-item: row by row, each row from
 * those above it. A lane walks its own matrix of `order` x `order` numbers, in row-major order, many times. */
__kernel void cholesky(__global float *a, uint matrices, uint order)
{
    uint matrix = get_global_id(0);
    if (matrix >= matrices)
        return;
    __global float *mine = a + matrix * order * order;
    for (uint i = 0; i < order; i++) {
        for (uint j = 0; j <= i; j++) {
            float sum = mine[i * order + j];
            for (uint k = 0; k < j; k++)
                sum -= mine[i * order + k] * mine[j * order + k];
            mine[i * order + j] = i == j ? sqrt(sum) : sum / mine[j * order + j];
        }
    }
}

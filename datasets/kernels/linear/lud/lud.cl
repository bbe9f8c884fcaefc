/* LU decomposition in place by blocks, as Rodinia's lud: the right-looking algorithm of Golub and Van Loan, "Matrix Computations",
 * section 3.2. In step `step` one group factors the diagonal block, then a group for each other block of its row and column
 * solves with a triangle of it, then a group for each block below and right of these subtracts the product. */
#define BLOCK 16 /* also in main.c; BLOCK * BLOCK is DEVICE_GROUP_SIZE of datasets/common/device.h */

/* No pivots: the diagonal dominates. The lower triangle has an implicit diagonal of ones. */
__kernel void lud_diagonal(__global float *matrix, uint size, uint step)
{
    __local float block[BLOCK][BLOCK];
    uint x = get_local_id(0) % BLOCK, y = get_local_id(0) / BLOCK;
    uint at = (step * BLOCK + y) * size + step * BLOCK + x;
    block[y][x] = matrix[at];
    for (uint i = 0; i < BLOCK - 1; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x == i && y > i)
            block[y][i] /= block[i][i];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x > i && y > i)
            block[y][x] -= block[y][i] * block[i][x];
    }
    matrix[at] = block[y][x];
}

/* Even groups take a block of the row, odd ones one of the column. */
__kernel void lud_perimeter(__global float *matrix, uint size, uint step)
{
    __local float diagonal[BLOCK][BLOCK], block[BLOCK][BLOCK];
    uint x = get_local_id(0) % BLOCK, y = get_local_id(0) / BLOCK;
    uint other = step + 1 + get_group_id(0) / 2, of_column = get_group_id(0) % 2;
    uint row = of_column ? other : step, col = of_column ? step : other;
    uint at = (row * BLOCK + y) * size + col * BLOCK + x;
    diagonal[y][x] = matrix[(step * BLOCK + y) * size + step * BLOCK + x];
    block[y][x] = matrix[at];
    for (uint i = 0; i < BLOCK; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (of_column && x == i)
            block[y][i] /= diagonal[i][i];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (of_column && x > i)
            block[y][x] -= block[y][i] * diagonal[i][x];
        if (!of_column && y > i)
            block[y][x] -= diagonal[y][i] * block[i][x];
    }
    matrix[at] = block[y][x];
}

__kernel void lud_internal(__global float *matrix, uint size, uint step, uint blocks)
{
    __local float left[BLOCK][BLOCK], above[BLOCK][BLOCK];
    uint x = get_local_id(0) % BLOCK, y = get_local_id(0) / BLOCK;
    uint row = (step + 1 + get_group_id(0) / blocks) * BLOCK + y;
    uint col = (step + 1 + get_group_id(0) % blocks) * BLOCK + x;
    left[y][x] = matrix[row * size + step * BLOCK + x];
    above[y][x] = matrix[(step * BLOCK + y) * size + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    float product = 0.0f;
    for (uint i = 0; i < BLOCK; i++)
        product += left[y][i] * above[i][x];
    matrix[row * size + col] -= product;
}

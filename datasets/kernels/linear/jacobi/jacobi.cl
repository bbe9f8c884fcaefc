/* Jacobi's iteration on many small dense systems of different orders, a group each: batched solvers as of chemistry, where
 * every cell has a system of its own. A work-item has a row; matrices stand by columns, so that a warp reads them
 * coalesced. All of a matrix is read again in each round: a small one stays in the caches, a large one does not. */
#define MAX_ORDER 256 /* also in main.c; DEVICE_GROUP_SIZE of datasets/common/device.h */

__kernel void jacobi(__global const float *entries, __global const float *right, __global const uint *first_row,
                     __global const uint *first_entry, __global float *solution, uint rounds)
{
    __local float x[MAX_ORDER];
    uint system = get_group_id(0), row = get_local_id(0), from = first_row[system], n = first_row[system + 1] - from;
    __global const float *a = entries + first_entry[system];
    float own = 0.0f, wanted = 0.0f, diagonal = 1.0f;
    if (row < n) {
        wanted = right[from + row];
        diagonal = a[row * n + row];
    }
    for (uint round = 0; round < rounds; round++) {
        x[row] = own;
        barrier(CLK_LOCAL_MEM_FENCE);
        float product = 0.0f;
        for (uint col = 0; row < n && col < n; col++)
            product += a[col * n + row] * x[col];
        own += (wanted - product) / diagonal;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < n)
        solution[from + row] = own;
}

/* Nearest vectors by an inverted file: vectors are kept in the lists of their clusters, and a query is compared with those
 * of the few lists whose centres are nearest, as in FAISS' IndexIVFFlat. A group takes one list of one query; four
 * coordinates of neighbouring vectors of a list lie side by side, so that loads are coalesced. Lists that many queries ask
 * for are read again soon, others are not. */
#define GROUP_SIZE 256 /* DEVICE_TILE_WIDTH x DEVICE_TILE_HEIGHT of datasets/common/device.h */
#define WIDTH 32
#define PART 4 /* coordinates */

/* List l has the places first[l] to first[l + 1] of `vector`, [dim / 4][place of the list], four coordinates each. */
__kernel void ivf(__global const float *query, __global const float4 *vector, __global const uint *first,
                  __global const uint *asked, __global uint *nearest, __global float *distance, uint queries, uint lists,
                  uint dims)
{
    __local float least[GROUP_SIZE];
    __local uint place[GROUP_SIZE];
    uint item = get_local_id(1) * WIDTH + get_local_id(0), q = get_group_id(1), at = q * lists + get_group_id(0);
    if (q >= queries)
        return;
    uint from = first[asked[at]], n = first[asked[at] + 1] - from, best = 0;
    __global const float4 *list = vector + from * (dims / PART);
    float best_distance = INFINITY;
    for (uint i = item; i < n; i += GROUP_SIZE) {
        float sum = 0.0f;
        for (uint d = 0; d < dims / PART; d++) {
            float4 difference = list[d * n + i] - vload4(d, query + q * dims);
            sum += difference.x * difference.x + difference.y * difference.y + difference.z * difference.z +
                   difference.w * difference.w;
        }
        if (sum < best_distance) {
            best_distance = sum;
            best = from + i;
        }
    }
    least[item] = best_distance;
    place[item] = best;
    for (uint stride = GROUP_SIZE / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < stride && least[item + stride] < least[item]) {
            least[item] = least[item + stride];
            place[item] = place[item + stride];
        }
    }
    if (item == 0) {
        nearest[at] = place[0];
        distance[at] = least[0];
    }
}

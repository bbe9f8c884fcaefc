/* k-means clustering, as Rodinia divides it: the device assigns points, the host moves the centres. */

/* Points are given one after the other; this turns them to one array per coordinate. Each lane of a warp walks
 * its own point. */
__kernel void kmeans_turn(__global const float *point, __global float *coordinate, uint points, uint dims)
{
    uint p = get_global_id(0);
    if (p >= points)
        return;
    for (uint d = 0; d < dims; d++)
        coordinate[d * points + p] = point[p * dims + d];
}

/* Nearest centre of every point, one work-item per point. A warp reads `dims` lines once per centre; all lanes
 * read the same centre. */
__kernel void kmeans_assign(__global const float *coordinate, __global const float *centre,
                            __global uint *cluster, uint points, uint clusters, uint dims)
{
    uint p = get_global_id(0);
    if (p >= points)
        return;
    uint found = 0;
    float smallest = INFINITY;
    for (uint c = 0; c < clusters; c++) {
        float sum = 0.0f;
        for (uint d = 0; d < dims; d++) {
            float difference = coordinate[d * points + p] - centre[c * dims + d];
            sum += difference * difference;
        }
        if (sum < smallest) {
            smallest = sum;
            found = c;
        }
    }
    cluster[p] = found;
}

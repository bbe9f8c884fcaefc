/* Distances of records to a place, as Rodinia's nn: latitude and longitude of a record are read side by side, its distance is
 * written, nothing is used twice. The host looks for the nearest. */
__kernel void nn_distance(__global const float2 *place, __global float *distance, float latitude, float longitude,
                          uint records)
{
    uint i = get_global_id(0);
    if (i >= records)
        return;
    float2 to = place[i] - (float2)(latitude, longitude);
    distance[i] = sqrt(to.x * to.x + to.y * to.y);
}

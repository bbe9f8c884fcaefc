/* Acceleration of many light bodies by a few heavy ones, one work-item per light body. All lanes read the
 * same heavy body and compute on it: bound by arithmetic, not by memory. Coordinates and mass are separate
 * arrays. */
__kernel void nbody(__global const float *light, __global const float *heavy, __global float *acceleration,
                    uint n_light, uint n_heavy)
{
    uint i = get_global_id(0);
    if (i >= n_light)
        return;
    float x = light[i], y = light[n_light + i], z = light[2 * n_light + i];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (uint j = 0; j < n_heavy; j++) {
        float dx = heavy[j] - x, dy = heavy[n_heavy + j] - y, dz = heavy[2 * n_heavy + j] - z;
        float squared = dx * dx + dy * dy + dz * dz;
        float pull = heavy[3 * n_heavy + j] / (squared * sqrt(squared));
        ax += pull * dx;
        ay += pull * dy;
        az += pull * dz;
    }
    acceleration[i] = ax;
    acceleration[n_light + i] = ay;
    acceleration[2 * n_light + i] = az;
}

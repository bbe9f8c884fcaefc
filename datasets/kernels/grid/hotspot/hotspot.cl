/* One step of the temperature of a chip of height x width cells, heated by `power`, that conducts heat to its four
 * neighbours and to the air; beyond the border it is as warm as at it. As Rodinia's hotspot, without its pyramids of
 * several steps: five loads of temperatures that neighbouring warps share, one of power that is read once. */
__kernel void hotspot(__global const float *old, __global const float *power, __global float *next, float capacity,
                      float side, float up, float air, uint width, uint height)
{
    uint col = get_global_id(0), row = get_global_id(1);
    if (col >= width || row >= height)
        return;
    uint cell = row * width + col;
    float here = old[cell];
    float north = row > 0 ? old[cell - width] : here, south = row + 1 < height ? old[cell + width] : here;
    float west = col > 0 ? old[cell - 1] : here, east = col + 1 < width ? old[cell + 1] : here;
    next[cell] = here + capacity * (power[cell] + side * (north + south - 2.0f * here) +
                                    side * (west + east - 2.0f * here) + up * (air - here));
}

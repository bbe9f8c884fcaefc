/* Mean, variance and third central moment of every row of an n x cols matrix, one work-item per row. Two
 * passes, since one pass over raw powers cancels badly (Chan, Golub and LeVeque, 1983): the second pass finds
 * the row in the cache if the rows of all warps fit. */
__kernel void moments(__global const float *sample, __global float *mean, __global float *variance,
                      __global float *third, uint rows, uint cols)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (uint j = 0; j < cols; j++)
        sum += sample[row * cols + j];
    float centre = sum / (float)cols;
    float squares = 0.0f, cubes = 0.0f;
    for (uint j = 0; j < cols; j++) {
        float difference = sample[row * cols + j] - centre;
        squares += difference * difference;
        cubes += difference * difference * difference;
    }
    mean[row] = centre;
    variance[row] = squares / (float)cols;
    third[row] = cubes / (float)cols;
}

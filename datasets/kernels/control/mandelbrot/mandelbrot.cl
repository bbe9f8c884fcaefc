/* Mandelbrot set, one work-item per point: how many steps of z = z^2 + c, at most `limit`, stay within distance 2 of
 * the origin. No load at all; lanes of a warp end at different times. */
__kernel void mandelbrot(__global uint *steps, float left, float top, float width, uint size, uint limit)
{
    uint col = get_global_id(0), row = get_global_id(1);
    if (col >= size || row >= size)
        return;
    float c_re = left + width * (float)col / (float)size, c_im = top - width * (float)row / (float)size;
    float re = 0.0f, im = 0.0f;
    uint step = 0;
    while (step < limit && re * re + im * im <= 4.0f) {
        float next = re * re - im * im + c_re;
        im = 2.0f * re * im + c_im;
        re = next;
        step++;
    }
    steps[row * size + col] = step;
}

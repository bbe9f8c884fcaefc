/* Mandelbrot set: a compute-bound control with divergent lanes and without loads. */
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <inttypes.h>

/* Rounding decides for points beside the border of the set: so many of a thousand may differ from the
 * reference. */
enum { ALLOWED_PER_MILLE = 10 };

typedef struct window {
    cl_float left, top, width;
} window;

static void draw_on_device(device *dev, const window *w, cl_uint size, cl_uint limit, uint32_t *steps)
{
    const size_t bytes = sizeof(cl_uint) * size * size;
    cl_mem buffer = device_buffer(dev, bytes, NULL);
    DEVICE_RUN_GRID(dev, device_kernel(dev, "mandelbrot"), size, size, ARG(buffer), ARG(w->left), ARG(w->top),
                    ARG(w->width), ARG(size), ARG(limit));
    device_read(dev, buffer, bytes, steps);
}

static uint32_t steps_of(double c_re, double c_im, uint32_t limit)
{
    double re = 0.0, im = 0.0;
    uint32_t step = 0;
    for (; step < limit && re * re + im * im <= 4.0; step++) {
        double next = re * re - im * im + c_re;
        im = 2.0 * re * im + c_im;
        re = next;
    }
    return step;
}

/* Returns how many points differ. */
static size_t check_steps(const window *w, size_t size, uint32_t limit, const uint32_t *steps)
{
    const double pitch = (double)w->width / (double)size;
    size_t different = 0;
    for (size_t row = 0; row < size; row++)
        for (size_t col = 0; col < size; col++)
            different += steps[row * size + col] != steps_of((double)w->left + pitch * (double)col,
                                                             (double)w->top - pitch * (double)row, limit);
    if (different * 1000 > size * size * ALLOWED_PER_MILLE)
        workload_fail("wrong result: %zu of %zu points differ", different, size * size);
    return different;
}

int main(int argc, char **argv)
{
    uint32_t size, limit, seed;
    const workload_option options[] = {
        {"size", &size, 384, 1, 1 << 14, NULL, "rows and columns of the picture"},
        {"limit", &limit, 64, 1, 1 << 16, NULL, "steps at most"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the window's place"},
    };
    const workload work = {"mandelbrot", "picture of the Mandelbrot set", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    window w = {.left = -2.0f - 0.1f * random_unit(&random), .top = 1.2f + 0.1f * random_unit(&random)};
    w.width = 2.5f;
    uint32_t *steps = memory_array((size_t)size * size, sizeof *steps);
    device dev;
    device_open(&dev, kernel_source);
    draw_on_device(&dev, &w, size, limit, steps);

    const size_t different = check_steps(&w, size, limit, steps);
    workload_verified(&work, dev.name, dev.launches, "%zu points on the border differ", different);
    device_close(&dev);
    return 0;
}

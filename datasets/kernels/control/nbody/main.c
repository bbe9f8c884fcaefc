/* Gravity of a few heavy bodies on many light ones (restricted n-body problem): the compute-bound control,
 * which no warp scheduler should slow down. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <math.h>

/* Light bodies lie in the unit cube, heavy ones in the cube from 2 to 3 on each axis: all pulls have the same
 * sign, so that no cancellation blurs the comparison. */
static const float heavy_offset = 2.0f;

static void pull_on_device(device *dev, const float *light, const float *heavy, cl_uint n_light,
                           cl_uint n_heavy, float *acceleration)
{
    const size_t light_bytes = sizeof(float) * 3 * n_light;
    cl_mem lights = device_buffer(dev, light_bytes, light);
    cl_mem heavies = device_buffer(dev, sizeof(float) * 4 * n_heavy, heavy);
    cl_mem accelerations = device_buffer(dev, light_bytes, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "nbody"), n_light, ARG(lights), ARG(heavies), ARG(accelerations),
               ARG(n_light), ARG(n_heavy));
    device_read(dev, accelerations, light_bytes, acceleration);
}

static const double *pull_reference(const float *light, const float *heavy, size_t n_light, size_t n_heavy)
{
    double *acceleration = memory_array(3 * n_light, sizeof *acceleration);
    for (size_t i = 0; i < n_light; i++) {
        for (size_t j = 0; j < n_heavy; j++) {
            double distance[3], squared = 0.0;
            for (size_t axis = 0; axis < 3; axis++) {
                distance[axis] = (double)heavy[axis * n_heavy + j] - (double)light[axis * n_light + i];
                squared += distance[axis] * distance[axis];
            }
            for (size_t axis = 0; axis < 3; axis++)
                acceleration[axis * n_light + i] +=
                    (double)heavy[3 * n_heavy + j] * distance[axis] / (squared * sqrt(squared));
        }
    }
    return acceleration;
}

int main(int argc, char **argv)
{
    uint32_t n_light, n_heavy, seed;
    const workload_option options[] = {
        {"size", &n_light, 12288, 1, 1 << 24, NULL, "light bodies"},
        {"heavy", &n_heavy, 16, 1, 1 << 16, NULL, "heavy bodies"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of places and masses"},
    };
    const workload work = {"nbody", "gravity of heavy bodies on light ones", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    const float *light = random_vector(&random, (size_t)3 * n_light);
    float *heavy = random_vector(&random, (size_t)4 * n_heavy); /* x, y, z, mass */
    for (size_t i = 0; i < (size_t)3 * n_heavy; i++)
        heavy[i] += heavy_offset;
    float *acceleration = memory_array((size_t)3 * n_light, sizeof *acceleration);
    device dev;
    device_open(&dev, kernel_source);
    pull_on_device(&dev, light, heavy, n_light, n_heavy, acceleration);

    const double *want = pull_reference(light, heavy, n_light, n_heavy);
    double error = check_close("acceleration", acceleration, want, (size_t)3 * n_light, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of the accelerations %.1e", error);
    device_close(&dev);
    return 0;
}

/* Mean, variance and third central moment of many samples, one per row. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

enum { N_MOMENTS = 3 };
static const char *const moment_name[N_MOMENTS] = {"mean", "variance", "third"};

static void compute_on_device(device *dev, const float *sample, cl_uint rows, cl_uint cols,
                              float *moment[N_MOMENTS])
{
    const size_t moment_bytes = sizeof(float) * rows;
    cl_mem samples = device_buffer(dev, sizeof(float) * rows * cols, sample);
    cl_mem mean = device_buffer(dev, moment_bytes, NULL);
    cl_mem variance = device_buffer(dev, moment_bytes, NULL);
    cl_mem third = device_buffer(dev, moment_bytes, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "moments"), rows, ARG(samples), ARG(mean), ARG(variance), ARG(third),
               ARG(rows), ARG(cols));
    device_read(dev, mean, moment_bytes, moment[0]);
    device_read(dev, variance, moment_bytes, moment[1]);
    device_read(dev, third, moment_bytes, moment[2]);
}

static void compute_reference(const float *sample, uint32_t rows, uint32_t cols, double *moment[N_MOMENTS])
{
    for (size_t row = 0; row < rows; row++) {
        for (size_t j = 0; j < cols; j++)
            moment[0][row] += (double)sample[row * cols + j] / cols;
        for (size_t j = 0; j < cols; j++) {
            double difference = (double)sample[row * cols + j] - moment[0][row];
            moment[1][row] += difference * difference / cols;
            moment[2][row] += difference * difference * difference / cols;
        }
    }
}

int main(int argc, char **argv)
{
    uint32_t rows, cols, seed;
    const workload_option options[] = {
        {"size", &rows, 12288, 1, 1 << 24, NULL, "samples"},
        {"cols", &cols, 16, 1, 1 << 16, NULL, "values of a sample"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the values"},
    };
    const workload work = {"moments", "mean, variance and third moment of the rows of a matrix", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    const float *sample = matrix_random(&random, rows, cols);
    float *got[N_MOMENTS];
    double *want[N_MOMENTS];
    for (int m = 0; m < N_MOMENTS; m++) {
        got[m] = memory_array(rows, sizeof *got[m]);
        want[m] = memory_array(rows, sizeof *want[m]);
    }
    device dev;
    device_open(&dev, kernel_source);
    compute_on_device(&dev, sample, rows, cols, got);

    compute_reference(sample, rows, cols, want);
    double error[N_MOMENTS];
    for (int m = 0; m < N_MOMENTS; m++)
        error[m] = check_close(moment_name[m], got[m], want[m], rows, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "errors %.1e, %.1e, %.1e", error[0], error[1], error[2]);
    device_close(&dev);
    return 0;
}

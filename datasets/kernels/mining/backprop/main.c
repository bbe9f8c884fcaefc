/* Training of a layer by back propagation: forward, the hidden units' errors on the host, corrected weights.
 */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <math.h>

enum { HIDDEN = DEVICE_TILE_WIDTH }; /* also in backprop.cl */

static const cl_float rate = 0.3f, momentum = 0.3f; /* Rodinia's */

typedef struct layer {
    cl_uint inputs;
    float *input, *weight, *change; /* of inputs; inputs x HIDDEN each */
} layer;

/* Error of a hidden unit whose inputs add up to `sum`: of one that had better be half excited. */
static double delta_of(double sum)
{
    const double excited = 1 / (1 + exp(-sum));
    return excited * (1 - excited) * (0.5 - excited);
}

static void train_on_device(device *dev, const layer *l, uint32_t rounds, float delta[HIDDEN])
{
    const size_t weights = sizeof(float) * l->inputs * HIDDEN;
    const uint32_t groups = (l->inputs + DEVICE_TILE_HEIGHT - 1) / DEVICE_TILE_HEIGHT;
    float *partial = memory_array((size_t)groups * HIDDEN, sizeof *partial);
    cl_mem input = device_buffer(dev, sizeof(float) * l->inputs, l->input);
    cl_mem weight = device_buffer(dev, weights, l->weight), change = device_buffer(dev, weights, NULL);
    cl_mem partials = device_buffer(dev, sizeof(float) * groups * HIDDEN, NULL);
    cl_mem deltas = device_buffer(dev, sizeof(float) * HIDDEN, NULL);
    for (uint32_t round = 0; round < rounds; round++) {
        DEVICE_RUN_GRID(dev, device_kernel(dev, "backprop_forward"), HIDDEN, l->inputs, ARG(input),
                        ARG(weight), ARG(partials), ARG(l->inputs));
        device_read(dev, partials, sizeof(float) * groups * HIDDEN, partial);
        for (size_t unit = 0; unit < HIDDEN; unit++) {
            double sum = 0;
            for (size_t g = 0; g < groups; g++)
                sum += (double)partial[g * HIDDEN + unit];
            delta[unit] = (float)delta_of(sum);
        }
        device_write(dev, deltas, sizeof(float) * HIDDEN, delta);
        DEVICE_RUN_GRID(dev, device_kernel(dev, "backprop_adjust"), HIDDEN, l->inputs, ARG(input),
                        ARG(deltas), ARG(weight), ARG(change), ARG(rate), ARG(momentum), ARG(l->inputs));
    }
    device_read(dev, weight, weights, l->weight);
    device_read(dev, change, weights, l->change);
}

static void train_reference(const layer *l, uint32_t rounds, double *weight, double *change,
                            double delta[HIDDEN])
{
    for (uint32_t round = 0; round < rounds; round++) {
        for (size_t unit = 0; unit < HIDDEN; unit++) {
            double sum = 0;
            for (size_t i = 0; i < l->inputs; i++)
                sum += weight[i * HIDDEN + unit] * (double)l->input[i];
            delta[unit] = delta_of(sum);
        }
        for (size_t at = 0; at < (size_t)l->inputs * HIDDEN; at++) {
            change[at] = (double)rate * delta[at % HIDDEN] * (double)l->input[at / HIDDEN] +
                         (double)momentum * change[at];
            weight[at] += change[at];
        }
    }
}

int main(int argc, char **argv)
{
    uint32_t inputs, rounds, seed;
    const workload_option options[] = {
        {"size", &inputs, 16384, 1, 1 << 24, NULL, "inputs; 65536 in Rodinia"},
        {"rounds", &rounds, 1, 1, 1000, NULL, "two launches each"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of inputs and weights"},
    };
    const workload work = {"backprop", "training of a layer by back propagation", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    const size_t weights = (size_t)inputs * HIDDEN;
    layer l = {inputs, random_vector(&random, inputs), matrix_random(&random, inputs, HIDDEN),
               memory_array(weights, sizeof(float))};
    for (size_t at = 0; at < weights; at++) /* so that hidden units are neither dead nor saturated */
        l.weight[at] = (l.weight[at] - 0.5f) / sqrtf((float)inputs);
    double *weight = matrix_widen(l.weight, weights), *change = memory_array(weights, sizeof *change),
           expected[HIDDEN];
    train_reference(&l, rounds, weight, change, expected);
    float delta[HIDDEN];
    device dev;
    device_open(&dev, kernel_source);
    train_on_device(&dev, &l, rounds, delta);

    double error = check_close("delta", delta, expected, HIDDEN, MATRIX_TOLERANCE);
    error = fmax(error, check_close("change", l.change, change, weights, MATRIX_TOLERANCE));
    error = fmax(error, check_close("weight", l.weight, weight, weights, MATRIX_TOLERANCE));
    workload_verified(&work, dev.name, dev.launches, "error of the weights %.1e", error);
    device_close(&dev);
    return 0;
}

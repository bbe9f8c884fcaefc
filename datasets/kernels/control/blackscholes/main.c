/* Black-Scholes prices of call options: a control bound by arithmetic and by streaming memory, without reuse.
 */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <math.h>

static const cl_float rate = 0.02f, volatility = 0.30f; /* as in the samples of GPU vendors */
static const double tolerance = 1e-4; /* of prices up to 60 that are differences of numbers up to 100 */

typedef struct problem {
    cl_uint options;
    const float *spot, *strike, *years; /* per option */
    float *call;
} problem;

/* `n` values between `low` and `high`. */
static const float *draw(random_source *random, size_t n, float low, float high)
{
    float *value = random_vector(random, n);
    for (size_t i = 0; i < n; i++)
        value[i] = low + (high - low) * value[i];
    return value;
}

static void price_on_device(device *dev, const problem *pr)
{
    const size_t bytes = sizeof(float) * pr->options;
    cl_mem spot = device_buffer(dev, bytes, pr->spot);
    cl_mem strike = device_buffer(dev, bytes, pr->strike);
    cl_mem years = device_buffer(dev, bytes, pr->years);
    cl_mem call = device_buffer(dev, bytes, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "blackscholes"), pr->options, ARG(spot), ARG(strike), ARG(years),
               ARG(call), ARG(rate), ARG(volatility), ARG(pr->options));
    device_read(dev, call, bytes, pr->call);
}

static const double *price_reference(const problem *pr)
{
    double *call = memory_array(pr->options, sizeof *call);
    const double r = (double)rate, v = (double)volatility;
    for (size_t i = 0; i < pr->options; i++) {
        double spot = (double)pr->spot[i], strike = (double)pr->strike[i], years = (double)pr->years[i];
        double deviation = v * sqrt(years);
        double up = (log(spot / strike) + (r + v * v / 2.0) * years) / deviation;
        call[i] = spot * erfc(-up / sqrt(2.0)) / 2.0 -
                  strike * exp(-r * years) * erfc(-(up - deviation) / sqrt(2.0)) / 2.0;
    }
    return call;
}

int main(int argc, char **argv)
{
    uint32_t n_options, seed;
    const workload_option options[] = {
        {"size", &n_options, 196608, 1, 1 << 24, NULL, "options to price"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the prices and times"},
    };
    const workload work = {"blackscholes", "prices of call options", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    problem pr = {.options = n_options};
    pr.spot = draw(&random, n_options, 5.0f, 30.0f);
    pr.strike = draw(&random, n_options, 1.0f, 100.0f);
    pr.years = draw(&random, n_options, 0.25f, 10.0f);
    pr.call = memory_array(n_options, sizeof *pr.call);
    device dev;
    device_open(&dev, kernel_source);
    price_on_device(&dev, &pr);

    double error = check_close("call", pr.call, price_reference(&pr), n_options, tolerance);
    workload_verified(&work, dev.name, dev.launches, "error of the prices %.1e", error);
    device_close(&dev);
    return 0;
}

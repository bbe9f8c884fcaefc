/* Math functions of kernels, by the C library. */
#include "profile/capture/runtime/kernel_abi.h"

#include <math.h>

/* OpenCL's names that C lacks (OpenCL 1.2, table 6.8): powr is pow for x >= 0 and NaN otherwise. */
static float rsqrtf(float x)
{
    return 1.0f / sqrtf(x);
}

static double rsqrt(double x)
{
    return 1.0 / sqrt(x);
}

static float powrf(float x, float y)
{
    return x < 0.0f ? NAN : powf(x, y);
}

static double powr(double x, double y)
{
    return x < 0.0 ? (double)NAN : pow(x, y);
}

#define MATH_1(name)                       \
    float poise_math_##name##_f(float x)   \
    {                                      \
        return name##f(x);                 \
    }                                      \
    double poise_math_##name##_d(double x) \
    {                                      \
        return name(x);                    \
    }
#define MATH_2(name)                                 \
    float poise_math_##name##_f(float x, float y)    \
    {                                                \
        return name##f(x, y);                        \
    }                                                \
    double poise_math_##name##_d(double x, double y) \
    {                                                \
        return name(x, y);                           \
    }
#include "profile/capture/builtins/math.def"

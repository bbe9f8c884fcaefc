/* Math functions of kernels, by the C library. */
#include "capture/runtime/kernel_abi.h"
#include "capture/runtime/math_extra.h"

#include <math.h>

/* The C library's is off by 2.01 units in the last place now and then; OpenCL allows 2 (1.2, section 7.4). */
#define cbrt(x) ((double)cbrtl(x))

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
#define MATH_I(name)                              \
    float poise_math_##name##_f(float x, int n)   \
    {                                             \
        return name##f(x, n);                     \
    }                                             \
    double poise_math_##name##_d(double x, int n) \
    {                                             \
        return name(x, n);                        \
    }
#define MATH_TO_I_1(name)               \
    int poise_math_##name##_f(float x)  \
    {                                   \
        return name##f(x);              \
    }                                   \
    int poise_math_##name##_d(double x) \
    {                                   \
        return name(x);                 \
    }
#define MATH_TO_I_2(name)                         \
    int poise_math_##name##_f(float x, float y)   \
    {                                             \
        return name##f(x, y);                     \
    }                                             \
    int poise_math_##name##_d(double x, double y) \
    {                                             \
        return name(x, y);                        \
    }
#include "capture/builtins/math.def"

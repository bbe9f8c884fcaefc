/* math FOLDER: every math function of math.def against quadruple precision, over edge cases and random bits,
 * and its vector forms against the scalar one. Prints the functions that exceed their limit. With a second
 * argument prints all errors. */
#include "device.h"
#include "quad.h"

#include <stdint.h>
#include <string.h>

enum { N = 4096, N_PLACES = 6 * N, MAX_SHOWN = 3 };

typedef struct function {
    const char *name;
    char kind; /* '1', '2', '3' arguments, 'I': integer y, 'T': integer result */
    bool float_only;
    double limit[2]; /* float, double */
    quad (*value)(quad x, quad y, quad z, bool wide);
} function;

#define VALUE(name, value)                                      \
    static quad value_##name(quad x, quad y, quad z, bool wide) \
    {                                                           \
        (void)x, (void)y, (void)z, (void)wide;                  \
        return value;                                           \
    }
#define MATH_F_1(name, f, d, value)  VALUE(name, value)
#define MATH_F_2(name, f, d, value)  VALUE(name, value)
#define MATH_1(name, f, d, value)    VALUE(name, value)
#define MATH_2(name, f, d, value)    VALUE(name, value)
#define MATH_3(name, f, d, value)    VALUE(name, value)
#define MATH_I(name, f, d, value)    VALUE(name, value)
#define MATH_TO_I(name, f, d, value) VALUE(name, value)
#include "math.def"
#undef MATH_F_1
#undef MATH_F_2
#undef MATH_1
#undef MATH_2
#undef MATH_3
#undef MATH_I
#undef MATH_TO_I

static const function functions[] = {
#define MATH_F_1(name, f, d, value)  {#name, '1', true, {f, d}, value_##name},
#define MATH_F_2(name, f, d, value)  {#name, '2', true, {f, d}, value_##name},
#define MATH_1(name, f, d, value)    {#name, '1', false, {f, d}, value_##name},
#define MATH_2(name, f, d, value)    {#name, '2', false, {f, d}, value_##name},
#define MATH_3(name, f, d, value)    {#name, '3', false, {f, d}, value_##name},
#define MATH_I(name, f, d, value)    {#name, 'I', false, {f, d}, value_##name},
#define MATH_TO_I(name, f, d, value) {#name, 'T', false, {f, d}, value_##name},
#include "math.def"
};

static uint64_t random_bits(void)
{
    static uint64_t state = 88172645463325252u; /* xorshift64, Marsaglia 2003 */
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static const double edges[] = {
    0.0,
    1.0,
    0.5,
    1.5,
    2.5,
    3.5,
    2.0,
    3.0,
    4.0,
    7.0,
    10.0,
    127.0,
    128.0,
    0.25,
    0.75,
    0x1p-24,
    0x1p-53,
    0x1p23,
    0x1.8p23,
    0x1p24,
    0x1p31,
    0x1p52,
    0x1.8p52,
    0x1p53,
    0x1p63,
    1e-10,
    1e10,
    M_PI,
    M_PI_2,
    M_PI_4,
    M_E,
    0.1,
    88.7,
    709.7,
    35.04,
    171.6,
    0x1.fffffep127,
    0x1p-126,
    0x1p-149,
    0x1.fffffcp-127,
    0x1.fffffep-1,
    0x1.000002p0,
    INFINITY,
    NAN,
    0x1.fffffffffffffp1023,
    0x1p-1022,
    0x1p-1074,
    0x1.ffffffffffffep-1023,
    0x1.fffffffffffffp-1,
    0x1.0000000000001p0,
};
enum { N_EDGES = sizeof edges / sizeof *edges };

/* Edge cases of both signs, then random bits, then random values of middle size. */
static double pick(int i, bool wide)
{
    if (i < 2 * N_EDGES)
        return i & 1 ? -edges[i / 2] : edges[i / 2];
    uint64_t bits = random_bits();
    if (i % 2) {
        double d;
        float f;
        memcpy(&d, &bits, sizeof d);
        memcpy(&f, &bits, sizeof f);
        return wide ? d : (double)f;
    }
    double size = (double)(int64_t)bits * 0x1p-63;
    return i % 4 ? size * 4 : size * 100;
}

typedef struct inputs {
    double x[N], y[N], z[N]; /* as double, exact in float for float tests */
    int n[N];
} inputs;

static void make_inputs(inputs *in, bool wide)
{
    for (int i = 0; i < N; i++) {
        bool both = i < N / 2; /* all pairs of edges come early */
        in->x[i] = pick(both ? i / 32 : i - N / 2, wide);
        in->y[i] = pick(both ? (int)(random_bits() % (2 * N_EDGES)) : i, wide);
        in->z[i] = pick(i % 3 ? (int)(random_bits() % (2 * N_EDGES)) : N, wide);
        uint64_t bits = random_bits();
        in->n[i] = i % 8 == 0 ? (int)bits : i % 8 < 5 ? (int)(bits % 33) - 16 : (int)(bits % 2400) - 1200;
        if (!wide) {
            in->x[i] = (float)in->x[i];
            in->y[i] = (float)in->y[i];
            in->z[i] = (float)in->z[i];
        }
    }
}

/* Distance of `got` from `value` in units in the last place of the type at `value`. */
static double error_ulp(double got, quad value, bool wide)
{
    double rounded = wide ? (double)value : (double)(float)value;
    if (isnan(rounded) || isnan(got))
        return isnan(rounded) && isnan(got) ? 0 : HUGE_VAL;
    if (got == rounded)
        return rounded != 0 || value != 0 || signbit(got) == signbit(rounded) ? 0 : HUGE_VAL;
    int digits = wide ? 53 : 24, smallest = wide ? -1022 : -126, largest = wide ? 1024 : 128;
    if (isinfq(value) || (isinf(got) && signbit(got) != signbitq(value)))
        return HUGE_VAL;
    quad g = isinf(got) ? copysignq(ldexpq(1, largest), got) : got;
    int e = value == 0 ? smallest : ilogb_q(value);
    quad ulp = ldexpq(1, (e < smallest ? smallest : e > largest - 1 ? largest - 1 : e) - (digits - 1));
    return (double)(fabsq(g - value) / ulp);
}

static double result_at(const void *out, int i, char kind, bool wide)
{
    return kind == 'T' ? ((const int *)out)[i]
           : wide      ? ((const double *)out)[i]
                       : (double)((const float *)out)[i];
}

static bool same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* Component i of the form of width w: stores of vectors of three leave the last N % 3 places. */
static int check_vectors(const function *f, const void *out, bool wide)
{
    static const int widths[] = {2, 3, 4, 8, 16};
    for (int w = 0; w < 5; w++) {
        for (int i = 0; i < N / widths[w] * widths[w]; i++) {
            double scalar = result_at(out, i, f->kind, wide);
            double vector = result_at(out, (w + 1) * N + i, f->kind, wide);
            if (!same(scalar, vector)) {
                printf("%s(%s%d) differs from the scalar function: %g and %g\n", f->name,
                       wide ? "double" : "float", widths[w], vector, scalar);
                return 1;
            }
        }
    }
    return 0;
}

static int check(const function *f, const inputs *in, const void *out, bool wide, bool verbose)
{
    double worst = 0;
    int failed = 0;
    for (int i = 0; i < N; i++) {
        quad y = f->kind == 'I' ? (quad)in->n[i] : (quad)in->y[i];
        quad value = f->value(in->x[i], y, in->z[i], wide);
        double got = result_at(out, i, f->kind, wide), error = error_ulp(got, value, wide || f->kind == 'T');
        worst = error > worst ? error : worst;
        if (error <= f->limit[wide] || failed++ >= MAX_SHOWN)
            continue;
        printf("%s %s(%a", wide ? "double" : "float", f->name, in->x[i]);
        if (f->kind != '1' && f->kind != 'T')
            printf(", %a", (double)y);
        printf(") = %a instead of %a: %g ulp, %g allowed\n", got, (double)value, error, f->limit[wide]);
    }
    if (failed > MAX_SHOWN)
        printf("%s %s: %d of %d inputs\n", wide ? "double" : "float", f->name, failed, N);
    if (verbose)
        printf("%-6s %-16s %8.3f ulp of %g\n", wide ? "double" : "float", f->name, worst, f->limit[wide]);
    return failed + check_vectors(f, out, wide);
}

static cl_mem upload(const device *d, const double *x, bool wide)
{
    float narrow[N];
    for (int i = 0; i < N; i++)
        narrow[i] = (float)x[i];
    return device_buffer(d, wide ? N * sizeof *x : sizeof narrow, wide ? (const void *)x : narrow);
}

static int test_type(const device *d, bool wide, bool verbose)
{
    static inputs in;
    static char out[N_PLACES * sizeof(double)];
    int failed = 0;
    make_inputs(&in, wide);
    cl_mem x = upload(d, in.x, wide), y = upload(d, in.y, wide), z = upload(d, in.z, wide);
    cl_mem n = device_buffer(d, sizeof in.n, in.n);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const function *f = &functions[i];
        if (wide && f->float_only)
            continue;
        char name[64];
        snprintf(name, sizeof name, "test_%s%s", f->name, wide ? "_d" : "_f");
        cl_mem result = device_buffer(d, sizeof out, NULL);
        cl_mem arguments[] = {x, f->kind == 'I' ? n : y, z, result};
        device_run(d, name, N, arguments, 4);
        device_read(d, result, sizeof out, out);
        clReleaseMemObject(result);
        failed += check(f, &in, out, wide, verbose) != 0;
    }
    return failed;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    char path[4096], options[4096];
    snprintf(path, sizeof path, "%s/math.cl", argv[1]);
    snprintf(options, sizeof options, "-I '%s'", argv[1]);
    device d = device_open(path, options);
    int failed = test_type(&d, false, argc > 2) + test_type(&d, true, argc > 2);
    printf("%d functions, %d wrong\n", (int)(sizeof functions / sizeof *functions), failed);
    return failed != 0;
}

/* convert FOLDER TYPE...: conversions from the types to all types, with all roundings, with and without
 * saturation, against quadruple precision, which holds every value of every type. */
#include "device.h"

#include <float.h>
#include <math.h>
#include <quadmath.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { N = 1024, N_FORMS = 5, N_WIDTHS = 3, N_PLACES = 2 * N_FORMS * N_WIDTHS * N };

typedef __float128 quad;

/* A scalar type: integers round to steps of 1, floating point to `digits` binary digits. */
typedef struct type {
    const char *name;
    bool is_integer;
    int digits;
    size_t bytes;
    quad smallest, largest;
    quad (*load)(const void *data, int i);
    void (*store)(void *data, int i, quad value);
} type;

#define TYPE(name, host, digits, smallest, largest)         \
    static quad load_##name(const void *data, int i)        \
    {                                                       \
        return ((const host *)data)[i];                     \
    }                                                       \
    static void store_##name(void *data, int i, quad value) \
    {                                                       \
        ((host *)data)[i] = (host)value;                    \
    }
#include "types.def"
#undef TYPE
#define TYPE(name, host, digits, smallest, largest) \
    {#name, (host)0.5 == 0, digits, sizeof(host), smallest, largest, load_##name, store_##name},
static const type types[] = {
#include "types.def"
};
enum { N_TYPES = sizeof types / sizeof *types };

typedef enum rounding { DEFAULT, NEAREST_EVEN, TO_ZERO, UP, DOWN } rounding;
static const char *const rounding_names[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};

static quad round_to_integer(quad v, rounding mode)
{
    switch (mode) {
    case NEAREST_EVEN: return rintq(v);
    case UP: return ceilq(v);
    case DOWN: return floorq(v);
    default: return truncq(v);
    }
}

/* Default roundings: to zero for integers, to nearest even for floating point (OpenCL 1.2 section 6.2.3.2).
 */
static quad converted(quad v, const type *to, rounding mode, bool saturated)
{
    if (to->is_integer) {
        v = isnanq(v) ? 0 : round_to_integer(v, mode == DEFAULT ? TO_ZERO : mode);
        return !saturated ? v : v < to->smallest ? to->smallest : v > to->largest ? to->largest : v;
    }
    if (isnanq(v) || isinfq(v) || v == 0)
        return v;
    int e, lowest = to->bytes == 4 ? -149 : -1074;
    (void)frexpq(v, &e);
    int last = e - to->digits < lowest ? lowest : e - to->digits; /* exponent of the last digit */
    quad rounded = ldexpq(round_to_integer(ldexpq(v, -last), mode == DEFAULT ? NEAREST_EVEN : mode), last);
    if (fabsq(rounded) <= to->largest)
        return v < 0 ? copysignq(rounded, -1) : rounded;
    bool to_infinity =
        mode == DEFAULT || mode == NEAREST_EVEN || (mode == UP && v > 0) || (mode == DOWN && v < 0);
    return copysignq(to_infinity ? HUGE_VALQ : to->largest, v);
}

static uint64_t random_bits(void)
{
    static uint64_t state = 88172645463325252u; /* xorshift64, Marsaglia 2003 */
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* Random bits, numbers near powers of two, halves, special values. */
static void make_input(void *in, const type *from, int i)
{
    static const double special[] = {0,        -0.0,      0.5, -0.5,  1.5,    -1.5, 2.5,
                                     HUGE_VAL, -HUGE_VAL, NAN, 1e-40, -1e-40, 1e300};
    uint64_t bits = random_bits();
    int n_special = from->is_integer ? 0 : (int)(sizeof special / sizeof *special);
    if (i < n_special)
        from->store(in, i, special[i]);
    else if (i % 3 == 0)
        memcpy((char *)in + (size_t)i * from->bytes, &bits, from->bytes);
    else {
        quad v = ldexpq(1, (int)(bits % 66)) + (quad)((int)((bits >> 8) % 9) - 4) / 2;
        v = i % 3 == 1 ? v : -v;
        from->store(in, i, v > from->largest || v < from->smallest ? (quad)(bits % 100) : v);
    }
}

static bool same(quad a, quad b)
{
    return (isnanq(a) && isnanq(b)) || (a == b && signbitq(a) == signbitq(b));
}

static int check(const type *from, const type *to, const char *in, const char *out)
{
    static const int widths[N_WIDTHS] = {1, 3, 16};
    int forms = to->is_integer ? 2 * N_FORMS : N_FORMS, failed = 0;
    for (int place = 0; place < forms * N_WIDTHS; place++) {
        int form = place / N_WIDTHS, width = widths[place % N_WIDTHS];
        bool saturated = form >= N_FORMS;
        for (int i = 0; i < N / width * width; i++) {
            quad v = from->load(in, i), expected = converted(v, to, (rounding)(form % N_FORMS), saturated);
            bool is_defined = !to->is_integer || saturated ||
                              (!isnanq(v) && expected >= to->smallest && expected <= to->largest);
            quad got = to->load(out, place * N + i);
            if (is_defined && !same(got, to->is_integer ? expected + 0 : expected)) {
                printf("convert_%s%d%s%s(%s %a) = %a instead of %a\n", to->name, width,
                       saturated ? "_sat" : "", rounding_names[form % N_FORMS], from->name, (double)v,
                       (double)got, (double)expected);
                failed++;
                break;
            }
        }
    }
    return failed;
}

static int test_from(const char *folder, const type *from)
{
    static char in[N * 8], out[N_PLACES * 8];
    char path[4096], options[256];
    int failed = 0;
    snprintf(path, sizeof path, "%s/convert.cl", folder);
    snprintf(options, sizeof options, "-DN=%d -DFROM=%s", N, from->name);
    device d = device_open(path, options);
    for (int i = 0; i < N; i++)
        make_input(in, from, i);
    cl_mem arguments[] = {device_buffer(&d, sizeof in, in), device_buffer(&d, sizeof out, NULL)};
    for (int t = 0; t < N_TYPES; t++) {
        char name[64];
        snprintf(name, sizeof name, "test_FROM_%s", types[t].name);
        device_run(&d, name, N, arguments, 2);
        device_read(&d, arguments[1], sizeof out, out);
        failed += check(from, &types[t], in, out);
    }
    return failed;
}

int main(int argc, char **argv)
{
    int failed = 0, pairs = 0;
    for (int a = 2; a < argc; a++) {
        for (int t = 0; t < N_TYPES; t++) {
            if (strcmp(types[t].name, argv[a]) == 0) {
                failed += test_from(argv[1], &types[t]);
                pairs += N_TYPES;
            }
        }
    }
    printf("%d pairs of types, %d forms wrong\n", pairs, failed);
    return failed != 0;
}

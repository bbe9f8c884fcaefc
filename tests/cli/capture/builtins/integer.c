/* integer FOLDER: every integer function of integer.def for all types and widths against 128-bit arithmetic.
 */
#include "device.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { N = 2048, N_WIDTHS = 6 };

typedef __int128 wide;
typedef unsigned __int128 uwide;

static wide saturate(wide v, int bits, bool is_signed)
{
    wide largest = ((wide)1 << (bits - is_signed)) - 1, smallest = is_signed ? -largest - 1 : 0;
    return v > largest ? largest : v < smallest ? smallest : v;
}

static wide middle(wide x, wide y, wide z)
{
    wide low = y < z ? y : z, high = y < z ? z : y;
    return x < low ? low : x > high ? high : x;
}

static wide leading_zeros(wide x, int bits)
{
    int n = 0;
    while (n < bits && !(x >> (bits - 1 - n) & 1))
        n++;
    return n;
}

static wide ones(wide x, int bits)
{
    int n = 0;
    for (int i = 0; i < bits; i++)
        n += (int)(x >> i & 1);
    return n;
}

static wide rotated(wide x, wide y, int bits)
{
    uwide v = (uwide)x & (((uwide)1 << bits) - 1);
    int left = (int)(y & (bits - 1));
    return (wide)(v << left | v >> (bits - left));
}

/* Products of two unsigned 64-bit numbers need all 128 bits. */
static wide high(wide x, wide y, int bits, bool is_signed)
{
    return is_signed ? x * y >> bits : (wide)((uwide)x * (uwide)y >> bits);
}

static wide product_saturated(wide x, wide y, wide z, int bits, bool is_signed)
{
    if (is_signed)
        return saturate(x * y + z, bits, true);
    uwide v = (uwide)x * (uwide)y + (uwide)z, largest = ((uwide)1 << bits) - 1;
    return (wide)(v > largest ? largest : v);
}

typedef struct function {
    const char *name;
    wide (*value)(wide x, wide y, wide z, int bits, bool is_signed);
} function;

#define INTEGER(name, arguments, is_unsigned, value)                           \
    static wide value_##name(wide x, wide y, wide z, int bits, bool is_signed) \
    {                                                                          \
        (void)x, (void)y, (void)z, (void)bits, (void)is_signed;                \
        return value;                                                          \
    }
#include "integer.def"
#undef INTEGER
#define INTEGER(name, arguments, is_unsigned, value) {#name, value_##name},
static const function functions[] = {
#include "integer.def"
};

static uint64_t random_bits(void)
{
    static uint64_t state = 88172645463325252u; /* xorshift64, Marsaglia 2003 */
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* Small numbers, numbers near powers of two and at the ends of the range, random bits. */
static uint64_t pick(int i)
{
    uint64_t bits = random_bits(), near = (bits >> 8) % 7 - 3;
    return i % 3 == 0 ? near : i % 3 == 1 ? (UINT64_C(1) << bits % 64) + near : bits;
}

static wide load(const void *data, int i, int bits, bool is_signed)
{
    uint64_t v = 0;
    memcpy(&v, (const char *)data + (size_t)i * (size_t)bits / 8, (size_t)bits / 8);
    return is_signed ? (wide)((int64_t)(v << (64 - bits)) >> (64 - bits)) : (wide)v;
}

static int check(const function *f, const char *type, int bits, bool is_signed, char in[3][N * 8],
                 const char *out)
{
    static const int widths[N_WIDTHS] = {1, 2, 3, 4, 8, 16};
    for (int w = 0; w < N_WIDTHS; w++) {
        for (int i = 0; i < N / widths[w] * widths[w]; i++) {
            wide x = load(in[0], i, bits, is_signed), y = load(in[1], i, bits, is_signed);
            wide z = load(in[2], i, bits, is_signed);
            uint64_t mask = UINT64_MAX >> (64 - bits);
            uint64_t expected = (uint64_t)f->value(x, y, z, bits, is_signed) & mask;
            uint64_t got = (uint64_t)load(out, w * N + i, bits, false);
            if (got != expected) {
                printf("%s(%s%d): %#llx, %#llx, %#llx give %#llx instead of %#llx\n", f->name, type,
                       widths[w], (unsigned long long)((uint64_t)x & mask),
                       (unsigned long long)((uint64_t)y & mask), (unsigned long long)((uint64_t)z & mask),
                       (unsigned long long)got, (unsigned long long)expected);
                return 1;
            }
        }
    }
    return 0;
}

static int test_type(const device *d, const char *type, int bits, bool is_signed)
{
    static char in[3][N * 8], out[N_WIDTHS * N * 8];
    cl_mem arguments[4];
    int failed = 0;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < N; i++) {
            uint64_t v = pick(i >> k);
            memcpy(in[k] + (size_t)i * (size_t)bits / 8, &v, (size_t)bits / 8);
        }
        arguments[k] = device_buffer(d, sizeof in[k], in[k]);
    }
    arguments[3] = device_buffer(d, sizeof out, NULL);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        char name[64];
        snprintf(name, sizeof name, "test_%s_%s", functions[i].name, type);
        device_run(d, name, N, arguments, 4);
        device_read(d, arguments[3], sizeof out, out);
        failed += check(&functions[i], type, bits, is_signed, in, out);
    }
    return failed;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    char path[4096], options[4096];
    snprintf(path, sizeof path, "%s/integer.cl", argv[1]);
    snprintf(options, sizeof options, "-I '%s' -DN=%d", argv[1], N);
    device d = device_open(path, options);
    int failed = 0;
    failed += test_type(&d, "char", 8, true) + test_type(&d, "uchar", 8, false);
    failed += test_type(&d, "short", 16, true) + test_type(&d, "ushort", 16, false);
    failed += test_type(&d, "int", 32, true) + test_type(&d, "uint", 32, false);
    failed += test_type(&d, "long", 64, true) + test_type(&d, "ulong", 64, false);
    printf("%d functions, %d wrong\n", 8 * (int)(sizeof functions / sizeof *functions), failed);
    return failed != 0;
}

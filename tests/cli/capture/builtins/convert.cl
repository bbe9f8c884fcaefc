// Explicit conversions of OpenCL 1.2 section 6.2.3: one kernel per pair of types, all roundings, with and without saturation.
// The scalar form stands at every work-item, the vector forms behind it.
#define WIDTH(w, to, form) if (i < N / w) vstore##w(convert_##to##w##form(vload##w(i, x)), i, out + place); place += N;
#define FORM(to, form)                                                                                               \
    out[place + i] = convert_##to##form(x[i]);                                                                       \
    place += N;                                                                                                      \
    WIDTH(3, to, form) WIDTH(16, to, form)
#define ROUNDINGS(to, sat) FORM(to, sat) FORM(to, sat##_rte) FORM(to, sat##_rtz) FORM(to, sat##_rtp) FORM(to, sat##_rtn)
#define PAIR(from, to, SATURATE)                                                                                     \
    __kernel void test_##from##_##to(__global const from *x, __global to *out)                                       \
    {                                                                                                                \
        int i = get_global_id(0), place = 0;                                                                         \
        ROUNDINGS(to, ) SATURATE(to)                                                                                 \
    }
#define SATURATED(to) ROUNDINGS(to, _sat)
#define NOT_SATURATED(to)

#ifndef FROM
#error "FROM is the type to convert from"
#endif
PAIR(FROM, char, SATURATED)
PAIR(FROM, uchar, SATURATED)
PAIR(FROM, short, SATURATED)
PAIR(FROM, ushort, SATURATED)
PAIR(FROM, int, SATURATED)
PAIR(FROM, uint, SATURATED)
PAIR(FROM, long, SATURATED)
PAIR(FROM, ulong, SATURATED)
PAIR(FROM, float, NOT_SATURATED)
PAIR(FROM, double, NOT_SATURATED)

/* How many instructions of a class an SM executes in a time: eight independent chains in each work-item and
 * many warps (Wong et al., ISPASS 2010; Jia et al. 2018). Each kernel stands here with
 * 32 instructions in a round and with 64: the difference of their times is that of 32, without the loop. */

#define EIGHT(I) I(0) I(1) I(2) I(3) I(4) I(5) I(6) I(7)

/* Two kinds of a class, so that no compiler makes one instruction of several. */
#define INT_FIRST(k)    x##k ^= b;
#define INT_SECOND(k)   x##k += c;
#define FLOAT_FIRST(k)  x##k += p;
#define FLOAT_SECOND(k) x##k *= q;
#define SPECIAL(k)      x##k = native_rsqrt(x##k);

#define INT_HALF     EIGHT(INT_FIRST) EIGHT(INT_SECOND) EIGHT(INT_FIRST) EIGHT(INT_SECOND)
#define FLOAT_HALF   EIGHT(FLOAT_FIRST) EIGHT(FLOAT_SECOND) EIGHT(FLOAT_FIRST) EIGHT(FLOAT_SECOND)
#define SPECIAL_HALF EIGHT(SPECIAL) EIGHT(SPECIAL) EIGHT(SPECIAL) EIGHT(SPECIAL)

#define ISSUE(NAME, TYPE, BODY)                                                                       \
    __kernel void NAME(__global uint *data, __global uint *last, uint rounds, uint b, uint c, uint d) \
    {                                                                                                 \
        const TYPE p = (TYPE)b, q = (TYPE)c;                                                          \
        TYPE x0 = (TYPE)get_local_id(0) + p, x1 = x0 + q, x2 = x1 + q, x3 = x2 + q;                   \
        TYPE x4 = x3 + q, x5 = x4 + q, x6 = x5 + q, x7 = x6 + q;                                      \
        for (uint i = 0; i < rounds; i++) {                                                           \
            BODY                                                                                      \
        }                                                                                             \
        if (x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 == (TYPE)d)                                         \
            *last = rounds;                                                                           \
    }

ISSUE(issue_int, uint, INT_HALF)
ISSUE(issue_int_twice, uint, INT_HALF INT_HALF)
ISSUE(issue_float, float, FLOAT_HALF)
ISSUE(issue_float_twice, float, FLOAT_HALF FLOAT_HALF)
ISSUE(issue_special, float, SPECIAL_HALF)
ISSUE(issue_special_twice, float, SPECIAL_HALF SPECIAL_HALF)

/* Included before every program. Programs pass size_t and mixed signs to mul24 and mad24: that is ambiguous in OpenCL C
 * (1.2, section 6.12.3) and accepted by the compilers of GPU vendors, whose samples do it. The result is unsigned then. */
#define POISE_OVERLOAD __attribute__((overloadable, const))
#define POISE_MUL24(type)                                                                                            \
    type POISE_OVERLOAD mul24(type, type);                                                                           \
    type POISE_OVERLOAD mad24(type, type, type);
#define POISE_WIDTHS(type)                                                                                           \
    POISE_MUL24(type) POISE_MUL24(type##2) POISE_MUL24(type##3) POISE_MUL24(type##4) POISE_MUL24(type##8)            \
    POISE_MUL24(type##16)
POISE_WIDTHS(int)
POISE_WIDTHS(uint)
#define POISE_MIXED(a, b)                                                                                            \
    static inline uint POISE_OVERLOAD mul24(a x, b y) { return mul24((uint)x, (uint)y); }                            \
    static inline uint POISE_OVERLOAD mad24(a x, b y, int z) { return mad24((uint)x, (uint)y, (uint)z); }            \
    static inline uint POISE_OVERLOAD mad24(a x, b y, uint z) { return mad24((uint)x, (uint)y, (uint)z); }           \
    static inline uint POISE_OVERLOAD mad24(a x, b y, ulong z) { return mad24((uint)x, (uint)y, (uint)z); }
POISE_MIXED(int, uint)
POISE_MIXED(uint, int)
POISE_MIXED(int, ulong)
POISE_MIXED(ulong, int)
POISE_MIXED(uint, ulong)
POISE_MIXED(ulong, uint)
POISE_MIXED(ulong, ulong)
#define POISE_MIXED_SUM(a, b)                                                                                        \
    static inline uint POISE_OVERLOAD mad24(a x, a y, b z) { return mad24((uint)x, (uint)y, (uint)z); }
POISE_MIXED_SUM(int, uint)
POISE_MIXED_SUM(int, ulong)
POISE_MIXED_SUM(uint, int)
POISE_MIXED_SUM(uint, ulong)
#undef POISE_OVERLOAD
#undef POISE_MUL24
#undef POISE_WIDTHS
#undef POISE_MIXED
#undef POISE_MIXED_SUM

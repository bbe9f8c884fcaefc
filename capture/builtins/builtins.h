// Common to the built-in library. Each family of functions is one .cl file; a family that is missing here is
// taken from libclc. The compiler mangles the overloads; helpers in C have plain names that begin with
// poise_.
#define OVERLOAD          __attribute__((overloadable))
#define CONSTANT_FUNCTION __attribute__((const))

// MACRO(type) for every scalar type, and for a type with all its vectors.
#define FOR_INTEGERS(MACRO) \
    MACRO(char) MACRO(uchar) MACRO(short) MACRO(ushort) MACRO(int) MACRO(uint) MACRO(long) MACRO(ulong)
#define FOR_SCALARS(MACRO)       FOR_INTEGERS(MACRO) MACRO(float) MACRO(double)
#define FOR_VECTORS(MACRO, type) MACRO(type##2) MACRO(type##3) MACRO(type##4) MACRO(type##8) MACRO(type##16)
#define FOR_WIDTHS(MACRO, type)  MACRO(type) FOR_VECTORS(MACRO, type)

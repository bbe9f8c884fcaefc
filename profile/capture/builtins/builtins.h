// Common to the built-in library. Each family of functions is one .cl file; a family that is missing here is
// taken from libclc. The compiler mangles the overloads; helpers in C have plain names that begin with
// poise_.
#define OVERLOAD          __attribute__((overloadable))
#define CONSTANT_FUNCTION __attribute__((const))

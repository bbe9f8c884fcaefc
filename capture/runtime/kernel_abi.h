/* The functions that compiled kernels call: they are exported from the platform and their names are known to
 * builtins/ and to the kernel compiler. */
#ifndef POISE_CAPTURE_KERNEL_ABI_H
#define POISE_CAPTURE_KERNEL_ABI_H

#include <stddef.h>
#include <stdint.h>

#define POISE_KERNEL_FUNCTION __attribute__((visibility("default")))

POISE_KERNEL_FUNCTION size_t poise_get_global_id(unsigned dimension);
POISE_KERNEL_FUNCTION size_t poise_get_local_id(unsigned dimension);
POISE_KERNEL_FUNCTION size_t poise_get_group_id(unsigned dimension);
POISE_KERNEL_FUNCTION size_t poise_get_global_size(unsigned dimension);
POISE_KERNEL_FUNCTION size_t poise_get_local_size(unsigned dimension);
POISE_KERNEL_FUNCTION size_t poise_get_num_groups(unsigned dimension);
POISE_KERNEL_FUNCTION size_t poise_get_global_offset(unsigned dimension);
POISE_KERNEL_FUNCTION unsigned poise_get_work_dim(void);

/* barrier(): the lane waits for the other lanes of its group at barrier `number` of the kernel in source line
 * `line`. */
POISE_KERNEL_FUNCTION void poise_barrier(unsigned number, unsigned line);
/* Called at a loop head when the lane's buffer is full. */
POISE_KERNEL_FUNCTION void poise_yield(void);

/* A private access at `offset` from the begin of its variable of `size` bytes leaves it: notes so in `word`
 * of the record and returns where it goes instead. The other: the same for an access that may go to any
 * private variable; returns `address` when it lies in the work-item's private memory. */
POISE_KERNEL_FUNCTION void *poise_private_outside(int64_t offset, uint64_t size, uint64_t *word);
POISE_KERNEL_FUNCTION void *poise_private_somewhere(void *address, uint64_t bytes, uint64_t *word);

/* vstore_half: the bits of a half. `rounding`: 0 to nearest even, 1 to zero, 2 up, 3 down. */
POISE_KERNEL_FUNCTION uint16_t poise_convert_half_f(float v, unsigned rounding);
POISE_KERNEL_FUNCTION uint16_t poise_convert_half_d(double v, unsigned rounding);

/* printf(): the components of the arguments one by one, then the format. 0, or -1 when the text is lost. */
POISE_KERNEL_FUNCTION void poise_print_i8(int8_t value);
POISE_KERNEL_FUNCTION void poise_print_i16(int16_t value);
POISE_KERNEL_FUNCTION void poise_print_i32(int32_t value);
POISE_KERNEL_FUNCTION void poise_print_i64(int64_t value);
POISE_KERNEL_FUNCTION void poise_print_f32(float value);
POISE_KERNEL_FUNCTION void poise_print_f64(double value);
POISE_KERNEL_FUNCTION void poise_print_pointer(const void *value);
POISE_KERNEL_FUNCTION int poise_printf(const char *format);

/* The functions of builtins/math.def. */
#define MATH_1(name)                                            \
    POISE_KERNEL_FUNCTION float poise_math_##name##_f(float x); \
    POISE_KERNEL_FUNCTION double poise_math_##name##_d(double x);
#define MATH_2(name)                                                     \
    POISE_KERNEL_FUNCTION float poise_math_##name##_f(float x, float y); \
    POISE_KERNEL_FUNCTION double poise_math_##name##_d(double x, double y);
#define MATH_I(name)                                                   \
    POISE_KERNEL_FUNCTION float poise_math_##name##_f(float x, int n); \
    POISE_KERNEL_FUNCTION double poise_math_##name##_d(double x, int n);
#define MATH_TO_I_1(name)                                     \
    POISE_KERNEL_FUNCTION int poise_math_##name##_f(float x); \
    POISE_KERNEL_FUNCTION int poise_math_##name##_d(double x);
#define MATH_TO_I_2(name)                                              \
    POISE_KERNEL_FUNCTION int poise_math_##name##_f(float x, float y); \
    POISE_KERNEL_FUNCTION int poise_math_##name##_d(double x, double y);
#include "capture/builtins/math.def"

#endif

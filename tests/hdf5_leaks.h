/* Included once by a program that lets HDF5 meet damaged files: what HDF5 then forgets to free is not ours.
 */
#ifndef POISE_TESTS_HDF5_LEAKS_H
#define POISE_TESTS_HDF5_LEAKS_H

/* LeakSanitizer asks, from a library. */
__attribute__((visibility("default"))) const char *
__lsan_default_suppressions(void);            /* NOLINT(bugprone-reserved-identifier) */
const char *__lsan_default_suppressions(void) /* NOLINT(bugprone-reserved-identifier) */
{
    return "leak:libhdf5\n";
}

#endif

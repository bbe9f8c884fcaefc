/* The recorder of a test program: one for all its tests. They are skipped where there is no ICD loader or the
 * platform is not built, and under AddressSanitizer: the platform is made for programs that have none
 * (mk/capture.mk). */
#ifndef POISE_TESTS_UNIT_PROBE_RECORDER_H
#define POISE_TESTS_UNIT_PROBE_RECORDER_H

#include "probe/simulated/recorder.h"
#include "tests/test.h"

static probe_recorder *recorder;
static const char *missing;

static inline int test_recorder_open(void **state)
{
    static poise_error err;
    (void)state;
    if (ADDRESS_SANITIZER)
        missing = "the platform does not live in a program with AddressSanitizer";
    else if (probe_recorder_open(&recorder, &err) != POISE_OK)
        missing = err.text;
    return 0;
}

static inline int test_recorder_close(void **state)
{
    (void)state;
    probe_recorder_close(recorder);
    return 0;
}

/* Skips the test that asks when there is none. */
static inline probe_recorder *test_recorder(void)
{
    if (missing != NULL)
        skip_test("%s", missing);
    return recorder;
}

#endif

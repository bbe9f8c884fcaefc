/* What writer and reader of probe.h5 agree on. */
#ifndef POISE_PROBE_RESULT_SCHEMA_H
#define POISE_PROBE_RESULT_SCHEMA_H

#include "common/h5.h"

#include <stddef.h>

/* Attributes of the root that are numbers: the sweep. */
typedef struct probe_number {
    const char *key;
    size_t offset; /* in probe_sweep */
    bool is_wide;  /* uint64_t, otherwise uint32_t */
} probe_number;
enum { PROBE_NUMBERS = 6 };
extern const probe_number probe_numbers[PROBE_NUMBERS];

extern const poise_h5_column probe_sizes, probe_strides, probe_time, probe_spread;
/* Of what was found, in order. */
extern const poise_h5_column probe_name, probe_value_unit, probe_words, probe_least, probe_most,
    probe_confidence, probe_why;

#endif

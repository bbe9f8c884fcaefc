/* Numbers as a report shows them: each kind looks the same everywhere. What is not known (NaN) is "–". */
#ifndef POISE_REPORT_TABLE_NUMBER_H
#define POISE_REPORT_TABLE_NUMBER_H

#include <stdint.h>

typedef struct number_text {
    char text[40];
} number_text;

/* At most three decimals, no zeros at the end: 12.5. For coordinates. */
number_text number_short(double value);
/* The same of a value that may be unknown (NaN): "–". */
number_text number_plain(double value);
/* 1,234,567 */
number_text number_grouped(uint64_t value);
/* The same as a ratio, for axes: 12.5× */
number_text number_ratio(double value);
/* A speedup with three decimals: 1.453×. */
number_text number_speedup(double value);
/* One decimal: 543.1 */
number_text number_tenths(double value);
/* A share 0..1 as 45.6 %. */
number_text number_share(double value);
/* 17 digits, so that reading gives the same double; empty for NaN. For programs. */
number_text number_exact(double value);

#endif

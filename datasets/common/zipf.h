/* Zipf's law: the rank k = 0, 1, .. of a word or page is drawn with a probability proportional to 1 / (k +
 * 1). Source: Zipf, "Human behavior and the principle of least effort" (1949); the exponent 1 is his. */
#ifndef POISE_DATASETS_ZIPF_H
#define POISE_DATASETS_ZIPF_H

#include "datasets/common/random.h"

typedef struct zipf {
    const double *cumulative; /* n; sum of the probabilities up to each rank; owned by memory.h */
    uint32_t n;
} zipf;

/* Prepares draws of ranks below n > 0. */
zipf zipf_prepare(uint32_t n);

uint32_t zipf_draw(const zipf *law, random_source *source);

#endif

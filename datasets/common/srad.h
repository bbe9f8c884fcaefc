/* Speckle reducing anisotropic diffusion on the processor: what srad_v1 and srad_v2 share. Source: Yu and
 * Acton, "Speckle reducing anisotropic diffusion", IEEE Transactions on Image Processing 11(11), 2002. */
#ifndef POISE_DATASETS_SRAD_H
#define POISE_DATASETS_SRAD_H

#include "datasets/common/random.h"

#include <stddef.h>

/* A picture of rows x cols grey values from 0 to below 255: bright and dark regions under speckle. Fails when
 * there are 2^31 pixels or more. The array is owned by memory.h. */
float *srad_picture(random_source *source, uint32_t rows, uint32_t cols);

/* The square of the coefficient of variation of `cells` values of which sum and sum of squares are given: q0
 * squared. */
double srad_speckle(double sum, double squares, size_t cells);

/* `steps` steps of `rate` on an image, whose values are above 0, in place. Speckle is that of the whole
 * image. */
void srad_diffuse(double *image, size_t rows, size_t cols, uint32_t steps, double rate);

#endif

#include "datasets/common/srad.h"

#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"

#include <math.h>

float *srad_picture(random_source *source, uint32_t rows, uint32_t cols)
{
    enum { REGION = 32 /* pixels */ };
    float *picture = matrix_random(source, rows, cols);
    for (size_t row = 0; row < rows; row++)
        for (size_t col = 0; col < cols; col++) {
            const float grey = (row / REGION + col / REGION) % 2 == 0 ? 60 : 180;
            picture[row * cols + col] = grey + 70 * picture[row * cols + col];
        }
    return picture;
}

double srad_speckle(double sum, double squares, size_t cells)
{
    const double mean = sum / (double)cells;
    return (squares / (double)cells - mean * mean) / (mean * mean);
}

/* Values of the four neighbours less that of the pixel; beyond the border they are as at it. */
typedef struct derivatives {
    double north, south, west, east;
} derivatives;

static derivatives derivatives_of(const double *image, size_t row, size_t col, size_t rows, size_t cols)
{
    const double *at = image + row * cols + col;
    return (derivatives){row > 0 ? *(at - cols) - *at : 0, row + 1 < rows ? at[cols] - *at : 0,
                         col > 0 ? at[-1] - *at : 0, col + 1 < cols ? at[1] - *at : 0};
}

/* The instantaneous coefficient of variation, and how much diffuses. */
static double coefficient_of(derivatives d, double here, double speckle)
{
    const double gradient =
        (d.north * d.north + d.south * d.south + d.west * d.west + d.east * d.east) / (here * here);
    const double laplacian = (d.north + d.south + d.west + d.east) / here;
    const double variation = (gradient / 2 - laplacian * laplacian / 16) / pow(1 + laplacian / 4, 2);
    const double c = 1 / (1 + (variation - speckle) / (speckle * (1 + speckle)));
    return fmin(fmax(c, 0), 1);
}

static double speckle_of(const double *image, size_t cells)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < cells; i++) {
        sum += image[i];
        squares += image[i] * image[i];
    }
    return srad_speckle(sum, squares, cells);
}

/* What flows to a pixel: coefficients of the pixel itself to the north and west, of its neighbours to the
 * south and east. */
static double divergence_of(const double *coefficient, derivatives d, size_t row, size_t col, size_t rows,
                            size_t cols)
{
    const double *at = coefficient + row * cols + col;
    return *at * (d.north + d.west) + (row + 1 < rows ? at[cols] * d.south : 0) +
           (col + 1 < cols ? at[1] * d.east : 0);
}

void srad_diffuse(double *image, size_t rows, size_t cols, uint32_t steps, double rate)
{
    double *coefficient = memory_array(rows * cols, sizeof *coefficient);
    double *divergence = memory_array(rows * cols, sizeof *divergence);
    for (uint32_t step = 0; step < steps; step++) {
        const double speckle = speckle_of(image, rows * cols);
        for (size_t row = 0; row < rows; row++)
            for (size_t col = 0; col < cols; col++)
                coefficient[row * cols + col] = coefficient_of(derivatives_of(image, row, col, rows, cols),
                                                               image[row * cols + col], speckle);
        for (size_t row = 0; row < rows; row++)
            for (size_t col = 0; col < cols; col++)
                divergence[row * cols + col] = divergence_of(
                    coefficient, derivatives_of(image, row, col, rows, cols), row, col, rows, cols);
        for (size_t i = 0; i < rows * cols; i++)
            image[i] += rate / 4 * divergence[i];
    }
}

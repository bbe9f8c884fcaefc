#include "train/influence_table.h"

const char train_influence_heading[] =
    "response,mean,pearson_residual,deviance_residual,leverage,cook_distance";

void train_write_influence(FILE *out, double response, double mean, const train_influence *influence)
{
    (void)fprintf(out, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g", response, mean, influence->pearson,
                  influence->deviance, influence->leverage, influence->cook);
}

#include "models/model_file.h"

#include <stdlib.h>

model_kernel *poise_model_kernel_new(size_t n_support)
{
    model_kernel *kernel = calloc(1, sizeof *kernel);
    if (kernel == NULL)
        return NULL;
    kernel->support = calloc(n_support + 1, sizeof *kernel->support); /* calloc(0) may return NULL */
    if (kernel->support == NULL) {
        free(kernel);
        return NULL;
    }
    kernel->n_support = n_support;
    return kernel;
}

void poise_model_kernel_free(model_kernel *kernel)
{
    if (kernel != NULL)
        free(kernel->support);
    free(kernel);
}

void poise_model_free(poise_model *model)
{
    poise_model_kernel_free(model->kernel);
    poise_model_choice_free(model->choice);
    *model = (poise_model){0};
}

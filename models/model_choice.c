/* Models that choose one of a list of tuples. */
#include "models/model_file.h"

#include <math.h>
#include <stdlib.h>

model_choice *poise_model_choice_new(size_t n_tuples)
{
    model_choice *choice = calloc(1, sizeof *choice);
    if (choice == NULL)
        return NULL;
    choice->tuple = calloc(n_tuples + 1, sizeof *choice->tuple); /* calloc(0) may return NULL */
    if (choice->tuple == NULL) {
        free(choice);
        return NULL;
    }
    choice->n_tuples = n_tuples;
    return choice;
}

void poise_model_choice_free(model_choice *choice)
{
    if (choice != NULL)
        free(choice->tuple);
    free(choice);
}

double poise_model_cost(const poise_model *model, size_t tuple, const double *x)
{
    const double *weight = model->choice->tuple[tuple].weight;
    double sum = 0.0;
    for (int i = 0; i < model->n_features; i++)
        sum += weight[i] * x[i];
    return sum;
}

size_t poise_model_choose(const poise_model *model, const double *x)
{
    size_t best = 0;
    double least = INFINITY;
    for (size_t i = 0; i < model->choice->n_tuples; i++) {
        double cost = poise_model_cost(model, i, x);
        if (cost < least) {
            least = cost;
            best = i;
        }
    }
    return best;
}

static int scaled(int value, int max_warps, int warps, int highest)
{
    int nearest = (2 * value * warps + max_warps) / (2 * max_warps);
    nearest = nearest > 1 ? nearest : 1;
    return nearest < highest ? nearest : highest;
}

void poise_model_scale_tuple(int n, int p, int max_warps, int warps, int *scaled_n, int *scaled_p)
{
    *scaled_n = scaled(n, max_warps, warps, warps);
    *scaled_p = p > 0 ? scaled(p, max_warps, warps, *scaled_n) : 0;
}

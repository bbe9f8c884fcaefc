#include "train/ridge_choice.h"

#include "train/cross_validation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ladder[] = {0.0, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0};

int train_parse_ridge(const char *text, train_ridge_choice *choice, poise_error *err)
{
    *choice = (train_ridge_choice){.by_validation = strcmp(text, "cv") == 0};
    if (choice->by_validation)
        return POISE_OK;
    char *end = NULL;
    choice->lambda = strtod(text, &end);
    if (strspn(text, "0123456789.e+-") == strlen(text) && end != text && *end == '\0' &&
        isfinite(choice->lambda) && choice->lambda >= 0.0) {
        return POISE_OK;
    }
    return poise_fail(err, POISE_USAGE, "the ridge penalty is a number >= 0, or cv; not '%s'", text);
}

static bool every_fold_fitted(const train_validation *result)
{
    for (size_t i = 0; i < result->n_folds; i++) {
        if (result->folds[i].failure.code != POISE_OK)
            return false;
    }
    return true;
}

/* Mean speedup on the programs left out; 0 when a fold could not be fitted. */
static int validated_speedup(const dataset *data, const train_negbin_options *options, double *speedup,
                             poise_error *err)
{
    train_validation result;
    int rc = train_leave_one_program_out(data, options, &result, err);
    if (rc != POISE_OK)
        return rc;
    *speedup =
        every_fold_fitted(&result) ? train_summarise(result.predictions, result.n_predictions).speedup : 0.0;
    train_validation_free(&result);
    return POISE_OK;
}

int train_choose_ridge(const dataset *data, const train_negbin_options *options, train_ridge_choice *choice,
                       poise_error *err)
{
    if (!choice->by_validation)
        return POISE_OK;
    choice->speedup = 0.0;
    for (size_t i = 0; i < sizeof ladder / sizeof *ladder; i++) {
        train_negbin_options tried = *options;
        tried.ridge = ladder[i];
        double speedup;
        int rc = validated_speedup(data, &tried, &speedup, err);
        if (rc != POISE_OK)
            return rc;
        if (speedup > choice->speedup) {
            choice->lambda = ladder[i];
            choice->speedup = speedup;
        }
    }
    return choice->speedup > 0.0
               ? POISE_OK
               : poise_fail(err, POISE_FAILED,
                            "no ridge penalty can be chosen: no fold could be fitted with any");
}

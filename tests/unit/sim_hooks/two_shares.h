/* A model of two shares for policies that take one (infer/poise_shares.h), as a file in the test's folder. */
#ifndef POISE_TESTS_TWO_SHARES_H
#define POISE_TESTS_TWO_SHARES_H

#include "models/feature_names.h"
#include "models/model_file.h"
#include "tests/folder.h"

/* Share p[0] costs as much as feature `counted`, p[1] half, so that p[0] is chosen where the feature, between
 * 0 and 1, is below a half. */
static inline const char *write_two_shares(model_view view, const int p[2], int counted, int constant)
{
    const char *path = test_path("two.model");
    poise_error err;
    poise_model model = {.kind = MODEL_CHOICE, .n_features = POISE_FEATURES, .max_warps = 24};
    snprintf(model.name, sizeof model.name, "two");
    for (int i = 0; i < POISE_FEATURES; i++)
        snprintf(model.feature[i], MODEL_NAME_TEXT, "%s", model_feature_name[view][i]);
    model.choice = poise_model_choice_new(2);
    assert_non_null(model.choice);
    for (int i = 0; i < 2; i++)
        model.choice->tuple[i] = (model_tuple){.n = 24, .p = p[i]};
    model.choice->tuple[0].weight[counted] = 1;
    model.choice->tuple[1].weight[constant] = 0.5;
    if (poise_model_write(path, &model, &err))
        fail_msg("%s", err.text);
    poise_model_free(&model);
    return path;
}

#endif

#include "train/analyse/terms.h"

#include <math.h>
#include <string.h>

typedef enum term_kind { TERM_END, TERM_ROOT, TERM_LOG, TERM_PRODUCT } term_kind;

typedef struct term_edit {
    int feature; /* that gives way */
    term_kind kind;
    int a, b; /* features that it is made of; b of products only */
} term_edit;

enum { MOST_EDITS = 3 };

/* Our choice of candidates. */
#define X(name) MODEL_X_##name
#define IN_PLACE_OF_X5(op, a, b)            \
    {                                       \
        X(eta_gain_squared), op, X(a), X(b) \
    }
static const struct {
    const char *title;
    term_edit edit[MOST_EDITS];
} forms[] = {
    {"x5, x6, x7 as square roots",
     {{X(eta_gain_squared), TERM_ROOT, X(eta_gain_squared), 0},
      {X(instructions_eta_gain_squared), TERM_ROOT, X(instructions_eta_gain_squared), 0},
      {X(miss_cost_gain_squared), TERM_ROOT, X(miss_cost_gain_squared), 0}}},
    {"x5, x6, x7 as logarithms",
     {{X(eta_gain_squared), TERM_LOG, X(eta_gain_squared), 0},
      {X(instructions_eta_gain_squared), TERM_LOG, X(instructions_eta_gain_squared), 0},
      {X(miss_cost_gain_squared), TERM_LOG, X(miss_cost_gain_squared), 0}}},
    {"x6, x7 as logarithms",
     {{X(instructions_eta_gain_squared), TERM_LOG, X(instructions_eta_gain_squared), 0},
      {X(miss_cost_gain_squared), TERM_LOG, X(miss_cost_gain_squared), 0}}},
    {"x7 as logarithm", {{X(miss_cost_gain_squared), TERM_LOG, X(miss_cost_gain_squared), 0}}},
    {"ln x7 in place of x5", {IN_PLACE_OF_X5(TERM_LOG, miss_cost_gain_squared, constant)}},
    {"h_max^2 in place of x5", {IN_PLACE_OF_X5(TERM_PRODUCT, h_max, h_max)}},
    {"h_one^2 in place of x5", {IN_PLACE_OF_X5(TERM_PRODUCT, h_one, h_one)}},
    {"eta_max^2 in place of x5", {IN_PLACE_OF_X5(TERM_PRODUCT, eta_max, eta_max)}},
    {"eta_one^2 in place of x5", {IN_PLACE_OF_X5(TERM_PRODUCT, eta_one, eta_one)}},
    {"h_max h_one in place of x5", {IN_PLACE_OF_X5(TERM_PRODUCT, h_max, h_one)}},
    {"h_max eta_max in place of x5", {IN_PLACE_OF_X5(TERM_PRODUCT, h_max, eta_max)}},
    {"h_max eta_one in place of x5", {IN_PLACE_OF_X5(TERM_PRODUCT, h_max, eta_one)}},
    {"h_one eta_max in place of x5", {IN_PLACE_OF_X5(TERM_PRODUCT, h_one, eta_max)}},
    {"h_one eta_one in place of x5", {IN_PLACE_OF_X5(TERM_PRODUCT, h_one, eta_one)}},
    {"eta_max eta_one in place of x5", {IN_PLACE_OF_X5(TERM_PRODUCT, eta_max, eta_one)}},
    {"h_max x7 in place of x5", {IN_PLACE_OF_X5(TERM_PRODUCT, h_max, miss_cost_gain_squared)}},
    {"h_one x7 in place of x5", {IN_PLACE_OF_X5(TERM_PRODUCT, h_one, miss_cost_gain_squared)}},
};
#undef IN_PLACE_OF_X5
#undef X

/* Keeps the logarithm of 0 finite; about a hundredth of the features' means, our choice. */
static const double log_offset = 0.01;

size_t train_terms_count(void)
{
    return sizeof forms / sizeof forms[0];
}

const char *train_terms_title(size_t form)
{
    return forms[form].title;
}

static double value_of(const term_edit *edit, const double x[FEATURES_COUNT])
{
    switch (edit->kind) {
    case TERM_ROOT: return sqrt(fmax(x[edit->a], 0));
    case TERM_LOG: return log(fmax(x[edit->a], 0) + log_offset);
    default: return x[edit->a] * x[edit->b];
    }
}

void train_terms_apply(size_t form, const double x[FEATURES_COUNT], double out[FEATURES_COUNT])
{
    memcpy(out, x, FEATURES_COUNT * sizeof *out);
    for (int e = 0; e < MOST_EDITS && forms[form].edit[e].kind != TERM_END; e++)
        out[forms[form].edit[e].feature] = value_of(&forms[form].edit[e], x);
}

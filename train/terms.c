#include "train/terms.h"

#include <math.h>
#include <string.h>

typedef enum term_kind { TERM_END, TERM_ROOT, TERM_LOG, TERM_PRODUCT } term_kind;

typedef struct term_edit {
    int feature; /* that gives way */
    term_kind kind;
    int a, b; /* features that it is made of; b of products only */
} term_edit;

enum { MOST_EDITS = 3 };

static const struct {
    const char *title;
    term_edit edit[MOST_EDITS];
} forms[] = {
#define TERMS(title, ...) {title, {__VA_ARGS__}},
#include "train/terms.def"
#undef TERMS
};

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

/* Other forms of the features: squares, products, roots, logarithms. A sum of eight numbers is what the
 * engine can hold, so each form has eight; but the engine computes those of the thesis only. */
#ifndef POISE_TRAIN_ANALYSE_TERMS_H
#define POISE_TRAIN_ANALYSE_TERMS_H

#include "train/analyse/variant.h"

/* Number of forms in terms.def. */
size_t train_terms_count(void);
const char *train_terms_title(size_t form);

/* Features of one row in that form, from those of the thesis. */
void train_terms_apply(size_t form, const double x[FEATURES_COUNT], double out[FEATURES_COUNT]);

/* Judges every form, and last the choice among all of them, the thesis' included: for each program that is
 * left out, the form with the highest speedup in a validation on the other programs. Adds variants to
 * `result`. */
int train_analyse_terms(const dataset *data, const train_plan *plan, const train_folding *folding,
                        train_analysis_result *result, poise_error *err);

#endif

/* What a report says of a model in words and numbers; the page and the Markdown file have the same. */
#ifndef POISE_REPORT_MODEL_WORDS_H
#define POISE_REPORT_MODEL_WORDS_H

#include "report/model/rows.h"

/* "negative binomial regression" ... */
const char *model_kind_words(const poise_model *model);

enum { MODEL_WORDS = 768 };

/* Where the predictions of a part come from and what may flatter them: one paragraph. */
void model_basis_words(const model_report *report, const model_part *part, char words[MODEL_WORDS]);
/* What the intervals of the weights are, or why there are none. */
void model_interval_words(const model_report *report, char words[MODEL_WORDS]);

/* A number of the overview. */
typedef struct model_figure_words {
    number_text value;
    const char *label;
    char help[160];
} model_figure_words;
enum { MODEL_HEADLINES = 6 };
void model_headlines(const model_part *part, model_figure_words headlines[MODEL_HEADLINES]);

#endif

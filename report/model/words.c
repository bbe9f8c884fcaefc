#include "report/model/words.h"

#include <stdio.h>
#include <string.h>

const char *model_kind_words(const poise_model *model)
{
    static const char *const kinds[MODEL_KIND_COUNT] = {"negative binomial regression with log link",
                                                        "linear regression of the logarithms",
                                                        "regression of the logarithms with Gaussian kernels",
                                                        "choice of the tuple with the least expected time"};
    return kinds[model->kind];
}

static void append(char words[MODEL_WORDS], const char *text)
{
    const size_t length = strlen(words);
    snprintf(words + length, MODEL_WORDS - length, "%s%s", length > 0 ? " " : "", text);
}

static void left_out_words(const model_report *report, char words[MODEL_WORDS])
{
    char text[256];
    if (report->folding.k == 0)
        append(words, "Cross-validation: each program is predicted by a model that was learned from the "
                      "others by the same recipe.");
    else {
        snprintf(text, sizeof text,
                 "Cross-validation: each of %u groups of programs is predicted by a model that was learned "
                 "from the others by the same recipe.",
                 (unsigned)report->folding.k);
        append(words, text);
    }
    if (report->chosen_anew)
        append(words, "Values that are set before learning were chosen anew in every fold.");
    else if (report->has_values)
        append(words, "Values that are set before learning are those of the recipe in every fold: if they "
                      "were chosen on these kernels, that flatters (--choose chooses anew).");
    if (report->kernels_without > 0) {
        snprintf(text, sizeof text, "%zu kernels are missing, their fold has no model: %.120s.",
                 report->kernels_without, report->fold_error.text);
        append(words, text);
    }
}

static void say_what_stands_in(const model_part *part, char words[MODEL_WORDS])
{
    char text[192];
    double away = 0;
    const size_t elsewhere = part->summary.elsewhere;
    if (elsewhere == 0)
        return;
    for (size_t i = 0; i < part->n; i++)
        away += part->rows[i].away;
    snprintf(text, sizeof text,
             "%zu of %zu predicted tuples were not measured: the nearest measured one, on average %.1f warps "
             "away, stands in for the speedup.",
             elsewhere, part->n, away / (double)elsewhere);
    append(words, text);
}

void model_basis_words(const model_report *report, const model_part *part, char words[MODEL_WORDS])
{
    char text[160];
    words[0] = '\0';
    if (strcmp(part->name, "evaluation") == 0) {
        append(words, "Predictions of the model for the evaluation split, which had no part in learning.");
    } else if (report->basis == MODEL_LEFT_OUT) {
        left_out_words(report, words);
    } else if (report->basis == MODEL_FITTED) {
        append(words, "Predictions of the model for kernels that it learned from: they flatter, and say "
                      "nothing of programs that it has not seen.");
        if (report->fold_error.code != POISE_OK) {
            snprintf(text, sizeof text, "No cross-validation: %.120s.", report->fold_error.text);
            append(words, text);
        }
    } else {
        append(words, "Predictions of the model for the training kernels of a data set that is not the one "
                      "it was learned from, as their hashes tell; the same programs may be in both.");
    }
    say_what_stands_in(part, words);
}

void model_interval_words(const model_report *report, char words[MODEL_WORDS])
{
    char text[256];
    words[0] = '\0';
    append(words, "A weight times the standard deviation of its feature over the training kernels, so that "
                  "weights can be compared.");
    if (report->model->kind == MODEL_LINEAR) {
        append(words, "No intervals: only a negative binomial regression has standard errors.");
    } else if (report->relearned) {
        append(words, "Lines are 95 % intervals by the normal approximation, from the expected information; "
                      "they take kernels for independent, although those of a program resemble each other.");
        if (strstr(report->model->recipe, "ridge 0,") == NULL)
            append(words, "A ridge penalty draws weights towards 0: the intervals are around what it left, "
                          "and do not cover the true weights at 95 %.");
    } else {
        snprintf(text, sizeof text, "No intervals: %s.", report->why_not);
        append(words, text);
    }
}

static number_text grouped_of(size_t n, size_t of)
{
    number_text out;
    snprintf(out.text, sizeof out.text, "%zu of %zu", n, of);
    return out;
}

void model_headlines(const model_part *part, model_figure_words headlines[MODEL_HEADLINES])
{
    const train_summary *s = &part->summary;
    model_figure_words *h = headlines;
    *h = (model_figure_words){number_speedup(s->speedup), "Speedup", ""};
    snprintf(h->help, sizeof h->help, "harmonic mean over kernels; Static-Best %s, best SWL of each %s",
             number_speedup(s->static_best).text, number_speedup(s->swl).text);
    *++h = (model_figure_words){number_speedup(s->program_speedup), "Speedup of programs", ""};
    snprintf(h->help, sizeof h->help, "harmonic mean over %zu program%s of the mean over their kernels",
             s->programs, s->programs == 1 ? "" : "s");
    *++h = (model_figure_words){grouped_of(s->slower, s->kernels), "Made slower", ""};
    snprintf(h->help, sizeof h->help, "%s of the kernels are slower than with all warps",
             number_share((double)s->slower / (double)s->kernels).text);
    *++h =
        (model_figure_words){number_share(s->error_n), "Error of N", "mean of |predicted - target| / target"};
    *++h =
        (model_figure_words){number_share(s->error_p), "Error of p", "mean of |predicted - target| / target"};
    number_text warps;
    snprintf(warps.text, sizeof warps.text, "%.1f, %.1f", s->warps_off_n, s->warps_off_p);
    *++h = (model_figure_words){warps, "Warps off", "mean of |predicted - target|, of N and of p"};
}

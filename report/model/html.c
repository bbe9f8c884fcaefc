/* The page of a model. */
#include "report/model/output.h"
#include "report/model/words.h"
#include "report/page/page.h"
#include "report/plot/series.h"
#include "report/plot/strip.h"
#include "report/table/table.h"

static void put_numbers(markup *m, const model_part *part)
{
    model_figure_words headlines[MODEL_HEADLINES];
    model_headlines(part, headlines);
    markup_begin(m, "div");
    markup_attribute(m, "class", "numbers six");
    markup_line(m);
    for (int i = 0; i < MODEL_HEADLINES; i++)
        page_figure(m, headlines[i].value.text, headlines[i].label, headlines[i].help);
    markup_end(m);
    markup_line(m);
}

/* The drawings of a part, or, when it is NULL, those of the model. */
static void put_figures(markup *m, const model_report *report, const model_part *part)
{
    model_drawing drawings[MODEL_DRAWINGS];
    const size_t n = model_drawings(report, drawings);
    markup_begin(m, "div");
    markup_attribute(m, "class", "pairs");
    markup_line(m);
    for (size_t i = 0; i < n; i++) {
        const model_drawing *d = &drawings[i];
        if (d->figure->by_part ? part == d->part : part == NULL)
            d->figure->draw(m, report, d->part, d->output);
    }
    markup_end(m);
    markup_line(m);
}

static void put_part(markup *m, const model_report *report, const model_part *part)
{
    char words[MODEL_WORDS];
    page_heading(m, part->title);
    model_basis_words(report, part, words);
    page_words(m, words);
    put_numbers(m, part);
    series_list(m, report->series, part->shown, report->n_series);
    put_figures(m, report, part);
    page_words(m,
               "Axes of N, p and speedups are logarithmic. Predictions are shown as the model says them, for "
               "kernels of 24 warps, before they are rounded and clamped; what is off an axis stands on the "
               "edge. Strokes are geometric means. Point at a mark for its kernel.");
}

static void put_learned(markup *m, const model_report *report)
{
    char words[MODEL_WORDS];
    if (report->model->kind == MODEL_RBF || report->model->kind == MODEL_CHOICE)
        return;
    page_heading(m, "What it learned");
    model_interval_words(report, words);
    page_words(m, words);
    put_figures(m, report, NULL);
    if (report->influence[0] || report->influence[1])
        page_words(m, "Influence is that of the training kernels on the model itself, whatever predicts them "
                      "above. Dashed: Cook's distances 0.5 and 1, beyond which a single kernel decides.");
}

static void put_tables(markup *m, const model_report *report)
{
    strip_column strip = {"Predicted tuple, target, best SWL and Static-Best",
                          .bar = offsetof(model_row, predicted), .stroke = offsetof(model_row, swl),
                          .square = offsetof(model_row, target), .diamond = offsetof(model_row, best)};
    const report_table all = model_table(report, NULL);
    strip_fit(&strip, &all);
    page_heading(m, "Kernels");
    page_words(m,
               "Last column: a bar up to the predicted tuple, a square at the target, a stroke at the best "
               "SWL, a diamond at Static-Best; logarithmic. The filter hides marks in the figures, too.");
    page_tools(m);
    for (size_t i = 0; i < report->n_parts; i++) {
        const report_table table = model_table(report, &report->part[i]);
        const table_drawing drawing = strip_drawing(&strip);
        if (report->n_parts > 1)
            markup_element(m, "h3", NULL, report->part[i].title);
        report_table_html(m, &table, "kernels", false, &drawing);
    }
}

static void put_origin(markup *m, const model_report *report)
{
    const poise_model *model = report->model;
    page_heading(m, "Made from");
    markup_begin(m, "dl");
    markup_line(m);
    page_term(m, "Model", report->model_name);
    page_term(m, "Name", model->name);
    page_term(m, "Kind", model_kind_words(model));
    page_term(m, "Recipe", model->recipe);
    page_term(m, "Hits",
              model->l1_hit_includes_merges ? "merges with a miss in flight are L1 hits"
                                            : "merges with a miss in flight are no L1 hits");
    page_term(m, "Hash of its training data",
              model->training_hash[0] == '\0' ? "none" : model->training_hash);
    page_term(m, "Hash of its machine", model->config_hash[0] == '\0' ? "none" : model->config_hash);
    page_term(m, "Data set", report->data_name);
    page_term(m, "Features",
              report->data->is_sampled ? "as the engines of the SMs sample them" : "of whole kernels");
    page_term(m, "Hash of the data set", report->data->hash);
    page_term(m, "Hash of its machine", report->data->config_hash);
    page_term(m, "Learned again",
              report->relearned ? "yes: the recipe gives this model from this data set" : report->why_not);
    markup_end(m);
    markup_line(m);
}

void model_report_html(const model_report *report, FILE *out)
{
    markup m = {.out = out};
    char title[MODEL_NAME_TEXT + 16];
    snprintf(title, sizeof title, "Model %s", report->model->name);
    page_begin(&m, title);
    markup_begin(&m, "p");
    markup_attribute(&m, "class", "soft");
    markup_format(&m, "A %s, judged on ", model_kind_words(report->model));
    report_name(&m, report->data_name);
    markup_text(&m, report->unseen == NULL ? ". The evaluation split was not looked at (--final shows it)."
                                           : ".");
    markup_end(&m);
    markup_line(&m);
    for (size_t i = 0; i < report->n_parts; i++)
        put_part(&m, report, &report->part[i]);
    put_learned(&m, report);
    put_tables(&m, report);
    put_origin(&m, report);
    page_end(&m);
}

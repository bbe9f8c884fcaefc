#include "report/markdown.h"

#include "report/model/output.h"
#include "report/model/words.h"
#include "report/table.h"

static void put_part(const model_report *report, const model_part *part, FILE *out)
{
    char words[MODEL_WORDS];
    model_figure_words headlines[MODEL_HEADLINES];
    model_basis_words(report, part, words);
    model_headlines(part, headlines);
    fprintf(out, "## %s\n", part->title);
    fprintf(out, "%s\n\n", words);
    for (int i = 0; i < MODEL_HEADLINES; i++)
        fprintf(out, "* %s: %s (%s)\n", headlines[i].label, headlines[i].value.text, headlines[i].help);
    fputc('\n', out);
}

int model_report_markdown(const model_report *report, FILE *out, poise_error *err)
{
    const report_table table = model_table(report);
    fputs("# Model ", out);
    markdown_escape(out, report->model->name);
    fprintf(out, "\nA %s, judged on ", model_kind_words(report->model));
    markdown_escape(out, report->data_name);
    fputs(".\n\n", out);
    for (size_t i = 0; i < report->n_parts; i++)
        put_part(report, &report->part[i], out);
    return report_table_markdown(&table, out, err);
}

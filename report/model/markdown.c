#include "report/page/markdown.h"

#include "report/model/output.h"
#include "report/model/words.h"
#include "report/table/table.h"

static int put_part(const model_report *report, const model_part *part, FILE *out, poise_error *err)
{
    const report_table table = model_table(report, part);
    char words[MODEL_WORDS];
    model_figure_words headlines[MODEL_HEADLINES];
    model_basis_words(report, part, words);
    model_headlines(part, headlines);
    fprintf(out, "## %s\n", part->title);
    fprintf(out, "%s\n\n", words);
    for (int i = 0; i < MODEL_HEADLINES; i++)
        fprintf(out, "* %s: %s (%s)\n", headlines[i].label, headlines[i].value.text, headlines[i].help);
    fputc('\n', out);
    const int code = report_table_markdown(&table, out, err);
    fputc('\n', out);
    return code;
}

int model_report_markdown(const model_report *report, FILE *out, poise_error *err)
{
    int code = POISE_OK;
    fputs("# Model ", out);
    markdown_escape(out, report->model->name);
    fprintf(out, "\nA %s, judged on ", model_kind_words(report->model));
    markdown_escape(out, report->data_name);
    fputs(".\n\n", out);
    for (size_t i = 0; code == POISE_OK && i < report->n_parts; i++)
        code = put_part(report, &report->part[i], out, err);
    return code;
}

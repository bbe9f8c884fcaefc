#include "report/results/origin.h"

#include "report/page/markdown.h"
#include "report/page/page.h"

#include <stdlib.h>

enum { WORDS = 256 };

void results_names(markup *m, const evaluate_policy_list *list)
{
    bool has_names = false;
    for (size_t k = 0; k < list->n; k++)
        has_names = has_names || evaluate_policy_is_named(&list->policies[k]);
    if (!has_names)
        return;
    page_heading(m, "Policies");
    markup_begin(m, "dl");
    markup_line(m);
    for (size_t k = 0; k < list->n; k++)
        if (evaluate_policy_is_named(&list->policies[k]))
            page_term(m, list->policies[k].label, list->policies[k].scheme.text);
    markup_end(m);
    markup_line(m);
}

void results_names_markdown(const evaluate_policy_list *list, FILE *out)
{
    bool has_names = false;
    for (size_t k = 0; k < list->n; k++) {
        if (!evaluate_policy_is_named(&list->policies[k]))
            continue;
        fputs("* ", out);
        markdown_escape(out, list->policies[k].label);
        fputs(": ", out);
        markdown_escape(out, list->policies[k].scheme.text);
        fputc('\n', out);
        has_names = true;
    }
    if (has_names)
        fputc('\n', out);
}

void results_csv_link(markup *m, const char *words, void (*print)(const void *content, FILE *out),
                      const void *content)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL)
        return;
    print(content, stream);
    if (fclose(stream) == 0) {
        markup_begin(m, "p");
        markup_begin(m, "a");
        markup_attribute(m, "download", "results.csv");
        page_data_address(m, "href", "text/csv;charset=utf-8", text);
        markup_text(m, words);
        markup_end(m);
        markup_end(m);
        markup_line(m);
    }
    free(text);
}

static void put_policies(markup *m, const evaluate_policy_list *list)
{
    for (size_t k = 0; k < list->n; k++) {
        char text[WORDS];
        snprintf(text, sizeof text, "%.180s%s%s", list->policies[k].label,
                 list->policies[k].file_hash[0] == '\0' ? "" : ", file ", list->policies[k].file_hash);
        page_term(m, k == 0 ? "Policies" : "", text);
    }
}

void results_origin(markup *m, const evaluate_results *results, const char *name)
{
    char made[WORDS];
    snprintf(made, sizeof made, "%s (%s)", results->creator, results->commit);
    page_heading(m, "Made from");
    markup_begin(m, "dl");
    markup_line(m);
    page_term(m, "Results", name);
    page_term(m, "Hash of the results", results->hash);
    page_term(m, "Simulated by", made);
    page_term(m, "Hash of the machine", results->config_hash);
    if (results->n_mixes == 0)
        page_term(m, "Hash of the profile",
                  results->surface_hash[0] == '\0' ? "none" : results->surface_hash);
    put_policies(m, &results->policies);
    markup_end(m);
    markup_line(m);
    page_folded(m, "Machine", results->config_text);
}

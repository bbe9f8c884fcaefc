#include "report/buffers/output.h"
#include "report/page/page.h"
#include "report/plot/series.h"
#include "report/table/number.h"

#include <inttypes.h>

static number_text chunk_text(uint64_t bytes)
{
    number_text out = {"whole buffers"};
    if (bytes != BUFFERS_WHOLE)
        snprintf(out.text, sizeof out.text, "%" PRIu64 " KB", bytes >> 10);
    return out;
}

static void put_overview(markup *m, const buffers_report *report)
{
    const buffers_profile *profile = report->profile;
    uint64_t pages = 0;
    for (size_t i = 0; i < profile->n_buffers; i++)
        pages += buffers_pages(&profile->buffers[i]);
    markup_begin(m, "p");
    markup_attribute(m, "class", "soft");
    markup_text(m,
                "Accesses of buffers where they leave the L2 for memory, in sectors of 32 bytes, with caches "
                "that write through, ");
    markup_text(m, profile->method == BUFFERS_DIRECT
                       ? "counted directly"
                       : "counted as what crosses the link when one chunk at a time lies at the host");
    markup_text(m, "; from ");
    markup_element(m, "bdi", NULL, report->name);
    markup_text(m, ".");
    markup_end(m);
    markup_line(m);
    markup_begin(m, "div");
    markup_attribute(m, "class", "numbers");
    markup_line(m);
    page_figure(m, number_grouped(profile->n_programs).text, "Programs", "folders of traces");
    page_figure(m, number_grouped(profile->n_buffers).text, "Buffers", "of all programs");
    page_figure(m, number_grouped(pages).text, "Pages", "of 4 KB");
    page_figure(m, chunk_text(profile->chunk_bytes).text, "Chunks", "pieces of buffers that are counted");
    markup_end(m);
    markup_line(m);
}

static void begin_table(markup *m)
{
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll");
    markup_begin(m, "table");
    markup_attribute(m, "class", "sortable");
    markup_begin(m, "thead");
    markup_begin(m, "tr");
    page_column(m, "Buffer", "its number in the figure", NULL);
    page_column(m, "Address", "virtual address of its first byte", "text");
    page_column(m, "KB", "its size", NULL);
    page_column(m, "Told by", "event = of the trace; inferred = from pages that are touched", "text");
    page_column(m, "Launches", "of the program that may use it", NULL);
    page_column(m, "Reads/page", "sectors", NULL);
    page_column(m, "Writes/page", "sectors", NULL);
    page_column(m, "Priority", "the lowest is evicted first", NULL);
    markup_end(m);
    markup_end(m);
    markup_begin(m, "tbody");
    markup_line(m);
}

static void put_row(markup *m, const buffers_profile *profile, const buffers_buffer *buffer, size_t number)
{
    char text[48];
    const double reads = buffers_reads_of_page(profile, buffer),
                 writes = buffers_writes_of_page(profile, buffer), kb = (double)buffer->bytes / 1024;
    markup_begin(m, "tr");
    page_value(m, (double)number, number_grouped(number).text, NULL);
    snprintf(text, sizeof text, "0x%" PRIx64, buffer->address);
    markup_element(m, "td", "text", text);
    page_value(m, kb, number_tenths(kb).text, NULL);
    markup_element(m, "td", "text", buffers_sources[buffer->source]);
    snprintf(text, sizeof text, "%" PRIu32 "–%" PRIu32, buffer->first_launch, buffer->end - 1);
    page_value(m, buffer->first_launch, text, NULL);
    page_value(m, reads, number_tenths(reads).text, NULL);
    page_value(m, writes, number_tenths(writes).text, NULL);
    page_value(m, buffer->priority, number_grouped(buffer->priority).text, NULL);
    markup_end(m);
    markup_line(m);
}

static void put_program(markup *m, const buffers_report *report, size_t program)
{
    const buffers_profile *profile = report->profile;
    const buffers_part part = buffers_part_of(profile, program);
    page_heading(m, profile->programs[program].program);
    buffers_figure(m, report, program);
    begin_table(m);
    for (size_t i = part.first; i < part.end; i++)
        put_row(m, profile, &profile->buffers[i], i - part.first + 1);
    for (int i = 0; i < 3; i++)
        markup_end(m);
    markup_line(m);
}

static void put_origin(markup *m, const buffers_report *report)
{
    const buffers_profile *profile = report->profile;
    page_heading(m, "Made from");
    markup_begin(m, "dl");
    markup_line(m);
    page_term(m, "Profile", report->name);
    page_term(m, "Hash", profile->hash);
    page_term(m, "Hash of the machine", profile->config_hash);
    page_term(m, "Policies", profile->policies[0] == '\0' ? "the baselines" : profile->policies);
    markup_end(m);
    markup_line(m);
    page_folded(m, "The machine", profile->config_text);
}

void buffers_report_html(const buffers_report *report, FILE *out)
{
    static const char *const kinds[] = {"reads", "writes"};
    markup m = {.out = out};
    page_begin(&m, "Access profiles of buffers");
    put_overview(&m, report);
    page_words(&m,
               "Of each program its buffers, next to each other in the order in which they were made; the "
               "height is what a page is asked for, on a logarithmic axis, from the least to the most of "
               "the pages that share a column. Pages without an access have no mark. Where both are "
               "equal writes lie in front.");
    series_list(&m, kinds, NULL, 2);
    for (size_t i = 0; i < report->profile->n_programs; i++)
        put_program(&m, report, i);
    put_origin(&m, report);
    page_end(&m);
}

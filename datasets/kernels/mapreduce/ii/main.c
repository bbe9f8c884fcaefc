/* Inverted index of HTML documents by MapReduce: for each page the documents that link to it. */
#include "datasets/common/device.h"
#include "datasets/common/mapreduce.h"
#include "datasets/common/memory.h"
#include "datasets/common/terms.h"
#include "datasets/common/text.h"
#include "datasets/common/workload.h"
#include "datasets/common/zipf.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

enum { N_WORDS = 16384 /* words and pages to choose from by Zipf's law: our choice */ };

/* An entry of a directory of pages: a link and one to four words about it. */
static void add_entry(text *to, const zipf *law, random_source *random)
{
    char word[TEXT_WORD_BYTES], site[TEXT_WORD_BYTES], page[TEXT_WORD_BYTES];
    const uint32_t rank = zipf_draw(law, random);
    text_add(to, "<li><a href=\"http://www.%s.org/%s.html\">%s</a>", text_word(rank % 64, site),
             text_word(rank, page), text_word(zipf_draw(law, random), word));
    for (uint32_t left = 1 + random_below(random, 4); left > 0; left--)
        text_add(to, " %s", text_word(zipf_draw(law, random), word));
    text_add(to, "</li>\n");
}

/* Directories of 16 to 63 lines, n_lines in all. */
static text generate(uint32_t n_lines, uint32_t seed)
{
    random_source random = {seed};
    const zipf law = zipf_prepare(N_WORDS);
    text html = {0};
    char word[TEXT_WORD_BYTES];
    for (uint32_t left = 0; n_lines > 0; n_lines--) {
        if (left == 0) {
            text_add(&html, "<html><head><title>%s</title></head><body>\n",
                     text_word(zipf_draw(&law, &random), word));
            left = 15 + random_below(&random, 48);
        } else if (--left == 0) {
            text_add(&html, "</body></html>\n");
        } else {
            add_entry(&html, &law, &random);
        }
    }
    return html;
}

/* A line that has an <html tag begins a document. */
static int begins_document(const char *line, uint32_t n)
{
    for (uint32_t i = 0; i + 5 <= n; i++)
        if (line[i] == '<' && strncasecmp(line + i, "<html", 5) == 0)
            return 1;
    return 0;
}

static mapreduce_record *lines_to_records(const text *html, const text_line *line, uint32_t n,
                                          uint32_t *documents)
{
    mapreduce_record *record = memory_array(n, sizeof *record);
    *documents = 1;
    for (uint32_t i = 0; i < n; i++) {
        *documents += i > 0 && begins_document(html->content + line[i].first, line[i].n);
        record[i] = (mapreduce_record){{line[i].first, line[i].n, *documents - 1, 0}};
    }
    return record;
}

/* End of a tag's text: its '>' or the line's end. */
static const char *tag_end(const char *at, const char *end)
{
    while (at < end && *at != '>')
        at++;
    return at;
}

/* The next `href` before the tag's end, else NULL. */
static const char *find_href(const char *at, const char *end)
{
    for (const char *stop = tag_end(at, end); at + 4 <= stop; at++)
        if (strncasecmp(at, "href", 4) == 0)
            return at;
    return NULL;
}

/* Links of the anchor whose attributes begin at `at`; adds them to found[*n] unless that is NULL. Returns
 * where it stopped. Jumps from name to name instead of stepping through states as the kernel does. */
static const char *links_of_anchor(const char *at, const char *end, uint32_t document, term *found, size_t *n)
{
    for (const char *href = find_href(at, end); href; href = find_href(at, end)) {
        at = href + 4;
        while (at < end && (*at == '=' || (unsigned char)*at <= ' '))
            at++;
        if (at == end || *at != '"')
            continue;
        at++;
        const uint32_t length = term_length(at, (size_t)(end - at));
        if (at + length == end)
            return end; /* without an end: no link */
        if (found)
            found[*n] = (term){at, length, document};
        ++*n;
        at += length + 1;
    }
    return tag_end(at, end);
}

static size_t find_links(const text *html, const mapreduce_record *record, uint32_t n_records, term *found)
{
    size_t n = 0;
    for (uint32_t i = 0; i < n_records; i++) {
        const char *at = html->content + record[i].word[0], *end = at + record[i].word[1];
        while (at + 2 < end)
            if (at[0] == '<' && tolower((unsigned char)at[1]) == 'a' && (unsigned char)at[2] <= ' ')
                at = links_of_anchor(at + 3, end, record[i].word[2], found, &n);
            else
                at++;
    }
    return n;
}

/* What the device found, as terms; each group must be one name that no other group has. */
static term *terms_of(const text *html, const mapreduce_result *result)
{
    term *got = memory_array(result->n, sizeof *got);
    for (size_t i = 0, group = 0; i < result->n; i++) {
        const cl_uint first = mapreduce_key(result, i, 1);
        if (first >= html->n)
            workload_fail("wrong result: link %zu is not in the text", i);
        got[i] = (term){html->content + first, term_length(html->content + first, html->n - first),
                        mapreduce_value(result, i, 0)};
        const int begins = group < result->n_groups && result->starts[group] == i;
        group += (size_t)begins;
        if (begins == (i > 0 && terms_equal(&got[i], &got[i - 1])))
            workload_fail("wrong result: the group of link %zu begins in the wrong place", i);
    }
    return got;
}

/* The same pages and documents as the reference has, and as many groups as there are pages. */
static void check(const text *html, const mapreduce_result *result, term *want, size_t n)
{
    if (result->n != n)
        workload_fail("wrong result: %" PRIu32 " links, the reference has %zu", result->n, n);
    term *got = terms_of(html, result);
    terms_sort(got, n);
    terms_sort(want, n);
    uint32_t pages = 0;
    for (size_t i = 0; i < n; i++) {
        if (!terms_equal(&got[i], &want[i]) || got[i].number != want[i].number)
            workload_fail("wrong result: '%.*s' in document %" PRIu32
                          ", the reference has '%.*s' in document %" PRIu32,
                          (int)got[i].length, got[i].name, got[i].number, (int)want[i].length, want[i].name,
                          want[i].number);
        pages += i == 0 || !terms_equal(&want[i], &want[i - 1]);
    }
    if (result->n_groups != pages)
        workload_fail("wrong result: %" PRIu32 " groups, the reference has %" PRIu32 " pages",
                      result->n_groups, pages);
}

int main(int argc, char **argv)
{
    uint32_t size, seed;
    const workload_option options[] = {
        {"size", &size, 49152, 1, 1 << 24, NULL, "lines of HTML; of a file at most"},
        {"file", NULL, 0, 0, 0, workload_path,
         "HTML documents one behind the other, instead of generated ones"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the documents"},
    };
    const workload work = {"ii", "inverted index of HTML documents by MapReduce", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    const text html = workload_file() ? text_read(workload_file()) : generate(size, seed);
    uint32_t n_lines, n_documents;
    const text_line *line = text_lines(&html, &n_lines);
    if (n_lines == 0)
        workload_damaged("%s has no line that is not empty", workload_file());
    if (n_lines > size)
        n_lines = size;
    const mapreduce_record *record = lines_to_records(&html, line, n_lines, &n_documents);
    device dev;
    mapreduce job;
    mapreduce_open(&job, &dev, kernel_source, html.content, html.n);
    mapreduce_pairs pairs = mapreduce_map(&job, record, n_lines);
    mapreduce_group(&job, &pairs);
    const mapreduce_result result = mapreduce_read(&job, &pairs);

    const size_t n_links = find_links(&html, record, n_lines, NULL);
    term *want = memory_array(n_links, sizeof *want);
    (void)find_links(&html, record, n_lines, want);
    check(&html, &result, want, n_links);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " documents, %zu links to %" PRIu32 " pages",
                      n_documents, n_links, result.n_groups);
    device_close(&dev);
    return 0;
}

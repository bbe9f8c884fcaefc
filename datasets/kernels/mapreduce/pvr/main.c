/* Page view rank of a web server's log by MapReduce: one job counts the views of each page, another one ranks
 * them. */
#include "datasets/common/device.h"
#include "datasets/common/mapreduce.h"
#include "datasets/common/memory.h"
#include "datasets/common/terms.h"
#include "datasets/common/text.h"
#include "datasets/common/workload.h"
#include "datasets/common/zipf.h"

#include <inttypes.h>
#include <string.h>

enum { COUNT, RANK }; /* jobs, as in pvr.cl */
enum { N_PAGES = 65536 /* of the server, viewed by Zipf's law: our choice */ };

/* Lines of the Common Log Format. */
static text generate(uint32_t n_lines, uint32_t seed)
{
    random_source random = {seed};
    const zipf law = zipf_prepare(N_PAGES);
    text log = {0};
    char directory[TEXT_WORD_BYTES], page[TEXT_WORD_BYTES];
    for (uint32_t i = 0; i < n_lines; i++) {
        const uint32_t rank = zipf_draw(&law, &random), client = random_below(&random, UINT32_MAX);
        text_add(&log,
                 "%" PRIu32 ".%" PRIu32 ".%" PRIu32 ".%" PRIu32 " - - [01/Mar/2018:%02" PRIu32 ":%02" PRIu32
                 ":%02" PRIu32 " +0000] \"GET /%s/%s.html HTTP/1.0\" 200 %" PRIu32 "\n",
                 client >> 24, client >> 16 & 255, client >> 8 & 255, client & 255, i / 3600 % 24,
                 i / 60 % 60, i % 60, text_word(rank % 64, directory), text_word(rank, page),
                 100 + random_below(&random, 50000));
    }
    return log;
}

/* The page of a line, found by the quotation mark and the space behind it; length 0 of name NULL without one.
 */
static term page_of(const char *line, uint32_t n)
{
    const char *end = line + n, *quote = memchr(line, '"', n);
    const char *space = quote ? memchr(quote, ' ', (size_t)(end - quote)) : NULL;
    if (!space)
        return (term){0};
    const term page = {space + 1, term_length(space + 1, (size_t)(end - space - 1)), 1};
    return page.name + page.length < end ? page : (term){0};
}

/* Pages with their views, sorted by name; their number in *n. */
static term *count_reference(const text *log, const text_line *line, uint32_t n_lines, size_t *n)
{
    term *page = memory_array(n_lines, sizeof *page);
    size_t n_views = 0;
    for (uint32_t i = 0; i < n_lines; i++) {
        page[n_views] = page_of(log->content + line[i].first, line[i].n);
        n_views += page[n_views].name != NULL;
    }
    terms_sort(page, n_views);
    *n = 0;
    for (size_t i = 0; i < n_views; i++)
        if (*n > 0 && terms_equal(&page[i], &page[*n - 1]))
            page[*n - 1].number++;
        else
            page[(*n)++] = page[i];
    return page;
}

/* Every page once with its views, the most viewed first, and groups exactly where the views change. */
static void check(const text *log, const mapreduce_result *ranked, const term *want, size_t n)
{
    if (ranked->n != n)
        workload_fail("wrong result: %" PRIu32 " pages, the reference has %zu", ranked->n, n);
    term *got = memory_array(n, sizeof *got);
    size_t n_groups = 0;
    for (size_t i = 0; i < n; i++) {
        const cl_uint first = mapreduce_value(ranked, i, 0);
        if (first >= log->n)
            workload_fail("wrong result: page %zu is not in the log", i);
        got[i] = (term){log->content + first, term_length(log->content + first, log->n - first),
                        mapreduce_key(ranked, i, 0)};
        if (i > 0 && got[i].number > got[i - 1].number)
            workload_fail("wrong result: page %zu has more views than the one before it", i);
        if (i > 0 && got[i].number == got[i - 1].number)
            continue;
        if (n_groups == ranked->n_groups || ranked->starts[n_groups++] != i)
            workload_fail("wrong result: no group begins at page %zu", i);
    }
    if (n_groups != ranked->n_groups)
        workload_fail("wrong result: %" PRIu32 " groups instead of %zu", ranked->n_groups, n_groups);
    terms_sort(got, n);
    for (size_t i = 0; i < n; i++)
        if (!terms_equal(&got[i], &want[i]) || got[i].number != want[i].number)
            workload_fail("wrong result: %" PRIu32 " views of '%.*s', the reference has %" PRIu32
                          " of '%.*s'",
                          got[i].number, (int)got[i].length, got[i].name, want[i].number, (int)want[i].length,
                          want[i].name);
}

/* Views of each page: map, group, reduce. */
static mapreduce_result count_views(mapreduce *job, const text_line *line, uint32_t n_lines)
{
    mapreduce_record *record = memory_array(n_lines, sizeof *record);
    for (uint32_t i = 0; i < n_lines; i++)
        record[i] = (mapreduce_record){{line[i].first, line[i].n, 0, 0}};
    job->parameter = COUNT;
    mapreduce_pairs views = mapreduce_map(job, record, n_lines);
    mapreduce_group(job, &views);
    const mapreduce_pairs pages = mapreduce_reduce(job, &views);
    return mapreduce_read(job, &pages);
}

/* Pages by their views: map and group. */
static mapreduce_result rank_pages(mapreduce *job, const mapreduce_result *pages)
{
    mapreduce_record *record = memory_array(pages->n, sizeof *record);
    for (uint32_t i = 0; i < pages->n; i++)
        record[i] = (mapreduce_record){{mapreduce_value(pages, i, 0), mapreduce_key(pages, i, 1), 0, 0}};
    job->parameter = RANK;
    mapreduce_pairs ranked = mapreduce_map(job, record, pages->n);
    mapreduce_group(job, &ranked);
    return mapreduce_read(job, &ranked);
}

int main(int argc, char **argv)
{
    uint32_t size, seed;
    const workload_option options[] = {
        {"size", &size, 49152, 1, 1 << 24, NULL, "lines of the log; of a file at most"},
        {"file", NULL, 0, 0, 0, workload_path, "log in the Common Log Format, instead of a generated one"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the log"},
    };
    const workload work = {"pvr", "page view rank of a web log by MapReduce", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    const text log = workload_file() ? text_read(workload_file()) : generate(size, seed);
    uint32_t n_lines;
    const text_line *line = text_lines(&log, &n_lines);
    if (n_lines > size)
        n_lines = size;
    size_t n_pages;
    const term *want = count_reference(&log, line, n_lines, &n_pages);
    if (n_pages == 0)
        workload_damaged("%s has no line with a request, \"METHOD PAGE ..\"", workload_file());
    device dev;
    mapreduce job;
    mapreduce_open(&job, &dev, kernel_source, log.content, log.n);
    const mapreduce_result pages = count_views(&job, line, n_lines);
    if (pages.n == 0)
        workload_fail("wrong result: no page, the reference has %zu", n_pages);
    const mapreduce_result ranked = rank_pages(&job, &pages);

    check(&log, &ranked, want, n_pages);
    workload_verified(&work, dev.name, dev.launches, "%zu pages, the first with %" PRIu32 " views", n_pages,
                      mapreduce_key(&ranked, 0, 0));
    device_close(&dev);
    return 0;
}

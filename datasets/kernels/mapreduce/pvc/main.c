/* Page view count of a web server's log by MapReduce: one job finds who has viewed which page, another one
 * counts the clients of each page. */
#include "datasets/common/device.h"
#include "datasets/common/mapreduce.h"
#include "datasets/common/memory.h"
#include "datasets/common/terms.h"
#include "datasets/common/text.h"
#include "datasets/common/workload.h"
#include "datasets/common/zipf.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VISITS, PAGES }; /* jobs, as in pvc.cl */
enum { N_PAGES = 65536, N_CLIENTS = 16384 /* both drawn by Zipf's law: our choice, pages as in pvr */ };

typedef struct visit {
    term page, client;
} visit;

/* Lines of the Common Log Format. */
static text generate(uint32_t n_lines, uint32_t seed)
{
    random_source random = {seed};
    const zipf pages = zipf_prepare(N_PAGES), clients = zipf_prepare(N_CLIENTS);
    text log = {0};
    char directory[TEXT_WORD_BYTES], page[TEXT_WORD_BYTES];
    for (uint32_t i = 0; i < n_lines; i++) {
        const uint32_t rank = zipf_draw(&pages, &random), client = zipf_draw(&clients, &random);
        text_add(&log,
                 "10.0.%" PRIu32 ".%" PRIu32 " - - [01/Mar/2018:%02" PRIu32 ":%02" PRIu32 ":%02" PRIu32
                 " +0000] \"GET /%s/%s.html HTTP/1.0\" 200 %" PRIu32 "\n",
                 client >> 8, client & 255, i / 3600 % 24, i / 60 % 60, i % 60,
                 text_word(rank % 64, directory), text_word(rank, page), 100 + random_below(&random, 50000));
    }
    if (log.content == NULL)
        workload_fail("a log without lines");
    return log;
}

/* What a line of `generate` says. */
static visit read_line(const char *line, uint32_t n)
{
    const char *end = line + n, *quote = memchr(line, '"', n);
    const char *page = (const char *)memchr(quote, ' ', (size_t)(end - quote)) + 1;
    return (visit){{page, term_length(page, (size_t)(end - page)), 0}, {line, term_length(line, n), 0}};
}

static int compare_terms(const term *a, const term *b)
{
    const int order = memcmp(a->name, b->name, a->length < b->length ? a->length : b->length);
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

static int compare_visits(const void *left, const void *right)
{
    const visit *a = left, *b = right;
    const int order = compare_terms(&a->page, &b->page);
    return order != 0 ? order : compare_terms(&a->client, &b->client);
}

/* Pages with their clients, sorted by name; their number in *n. */
static term *count_reference(const text *log, const text_line *line, uint32_t n_lines, size_t *n)
{
    visit *all = memory_array(n_lines, sizeof *all);
    term *page = memory_array(n_lines, sizeof *page);
    for (uint32_t i = 0; i < n_lines; i++)
        all[i] = read_line(log->content + line[i].first, line[i].n);
    qsort(all, n_lines, sizeof *all, compare_visits);
    *n = 0;
    for (size_t i = 0; i < n_lines; i++) {
        if (i > 0 && compare_visits(&all[i], &all[i - 1]) == 0)
            continue;
        if (*n == 0 || !terms_equal(&all[i].page, &page[*n - 1]))
            page[(*n)++] = all[i].page;
        page[*n - 1].number++;
    }
    terms_sort(page, *n);
    return page;
}

static mapreduce_result run_job(mapreduce *job, cl_uint parameter, const mapreduce_record *record, uint32_t n)
{
    job->parameter = parameter;
    mapreduce_pairs pairs = mapreduce_map(job, record, n);
    mapreduce_group(job, &pairs);
    const mapreduce_pairs reduced = mapreduce_reduce(job, &pairs);
    return mapreduce_read(job, &reduced);
}

static mapreduce_result count_on_device(mapreduce *job, const text_line *line, uint32_t n_lines)
{
    mapreduce_record *record = memory_array(n_lines, sizeof *record);
    for (uint32_t i = 0; i < n_lines; i++)
        record[i] = (mapreduce_record){{line[i].first, line[i].n, 0, 0}};
    const mapreduce_result visits = run_job(job, VISITS, record, n_lines);
    if (visits.n == 0 || visits.n > n_lines)
        workload_fail("wrong result: %" PRIu32 " pairs of %" PRIu32 " lines", visits.n, n_lines);
    for (uint32_t i = 0; i < visits.n; i++)
        record[i] = (mapreduce_record){{mapreduce_key(&visits, i, 1), 0, 0, 0}};
    return run_job(job, PAGES, record, visits.n);
}

/* Every page once, with as many clients as the reference. */
static void check(const text *log, const mapreduce_result *pages, const term *want, size_t n)
{
    if (pages->n != n)
        workload_fail("wrong result: %" PRIu32 " pages, the reference has %zu", pages->n, n);
    term *got = memory_array(n, sizeof *got);
    for (size_t i = 0; i < n; i++) {
        const cl_uint first = mapreduce_key(pages, i, 1);
        if (first >= log->n)
            workload_fail("wrong result: page %zu is not in the log", i);
        got[i] = (term){log->content + first, term_length(log->content + first, log->n - first),
                        mapreduce_value(pages, i, 0)};
    }
    terms_sort(got, n);
    for (size_t i = 0; i < n; i++)
        if (!terms_equal(&got[i], &want[i]) || got[i].number != want[i].number)
            workload_fail("wrong result: %" PRIu32 " clients of '%.*s', the reference has %" PRIu32
                          " of '%.*s'",
                          got[i].number, (int)got[i].length, got[i].name, want[i].number, (int)want[i].length,
                          want[i].name);
}

int main(int argc, char **argv)
{
    uint32_t size, seed;
    const workload_option options[] = {
        {"size", &size, 32768, 1, 1 << 24, NULL, "lines of the log"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the log"},
    };
    const workload work = {"pvc", "page view count of a web log by MapReduce", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    const text log = generate(size, seed);
    uint32_t n_lines;
    const text_line *line = text_lines(&log, &n_lines);
    size_t n_pages;
    const term *want = count_reference(&log, line, n_lines, &n_pages);
    device dev;
    mapreduce job;
    mapreduce_open(&job, &dev, kernel_source, log.content, log.n);
    const mapreduce_result pages = count_on_device(&job, line, n_lines);

    check(&log, &pages, want, n_pages);
    workload_verified(&work, dev.name, dev.launches, "%zu pages", n_pages);
    device_close(&dev);
    return 0;
}

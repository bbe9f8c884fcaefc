#include "cli/trace/cpu.h"

#include "cli/output.h"
#include "cli/trace/cpu_report.h"
#include "common/file.h"
#include "common/log.h"

#include <inttypes.h>
#include <string.h>

typedef struct walk {
    const cli_cpu_request *request;
    const char *name;
    cpu_header header;
    cpu_totals totals;
    cpu_locality locality;
    /* of a conversion with an output: */
    const char *output;
    poise_atomic_file file;
    cpu_output writer;
    bool begun; /* the header is written: it is known when the first request comes */
} walk;

static int check_row(const walk *w, poise_error *err)
{
    const int64_t row = w->request->dram.row_bytes, line = w->header.caches.line_bytes;
    return row % line == 0 ? 0
                           : poise_fail(err, POISE_USAGE,
                                        "%s: a row of %lld bytes is no whole number of lines of %lld bytes",
                                        w->name, (long long)row, (long long)line);
}

static int begin(walk *w, poise_error *err)
{
    if (w->begun)
        return POISE_OK;
    w->begun = true;
    const int code = check_row(w, err);
    return code != POISE_OK || w->output == NULL
               ? code
               : cpu_output_begin(&w->writer, w->file.stream, w->output, &w->header, err);
}

static int visit(void *user, const cpu_request *request, poise_error *err)
{
    walk *w = user;
    const int code = begin(w, err);
    if (code != POISE_OK)
        return code;
    cpu_locality_add(&w->locality, request, w->header.caches.line_bytes);
    return w->output == NULL ? 0 : cpu_output_add(&w->writer, request, err);
}

static int report(walk *w, poise_error *err)
{
    return cli_trace_cpu_report(w->name, &w->header, &w->totals, &w->locality, w->request->json, err);
}

/* ---- from lackey ---- */

static int write_end(walk *w, poise_error *err)
{
    int code = begin(w, err);
    if (code != POISE_OK || w->output == NULL)
        return code;
    code = cpu_output_end(&w->writer, &w->totals, err);
    return code != POISE_OK ? code : poise_atomic_commit(&w->file, err);
}

static void tell_if_short(const walk *w)
{
    const lackey_plan *plan = &w->request->plan;
    if (w->totals.instructions < (uint64_t)plan->instructions)
        poise_say("%s ended after %" PRIu64 " of the %" PRId64 " instructions to record", w->name,
                  w->totals.instructions, plan->instructions);
}

static int convert(walk *w, FILE *stream, poise_error *err)
{
    const lackey_plan *plan = &w->request->plan;
    int code = cpu_locality_make(&w->locality, &w->request->dram, err);
    if (code == POISE_OK && w->output != NULL)
        code = poise_atomic_open(&w->file, w->output, err);
    if (code == POISE_OK)
        code = lackey_record(stream, w->name, plan, &w->header, &w->totals, visit, w, err);
    if (code == POISE_OK)
        code = write_end(w, err);
    if (code == POISE_OK)
        tell_if_short(w);
    return code != POISE_OK ? code : report(w, err);
}

int cli_trace_lackey(const cli_cpu_request *request, const char *output, int n_words, char **words,
                     poise_error *err)
{
    if (n_words > 1)
        return poise_fail(err, POISE_USAGE, "lackey takes one file or standard input");
    const bool from_stdin = n_words == 0 || strcmp(words[0], "-") == 0;
    int code = cli_output_check(output, from_stdin ? 0 : n_words, words, err);
    if (code != POISE_OK)
        return code;
    walk w = {.request = request, .name = from_stdin ? "standard input" : words[0], .output = output};
    FILE *stream = from_stdin ? stdin : fopen(words[0], "r");
    if (stream == NULL)
        return poise_fail_errno(err, POISE_FAILED, "cannot read %s", words[0]);
    code = convert(&w, stream, err);
    if (!from_stdin)
        fclose(stream);
    cpu_output_free(&w.writer);
    cpu_locality_free(&w.locality);
    poise_atomic_abort(&w.file);
    return code;
}

/* ---- .cpu files ---- */

static int show(const cli_cpu_request *request, const char *path, poise_error *err)
{
    walk w = {.request = request, .name = path};
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return poise_fail_errno(err, POISE_FAILED, "cannot read %s", path);
    int code = cpu_locality_make(&w.locality, &request->dram, err);
    if (code == POISE_OK)
        code = cpu_trace_read(stream, path, &w.header, &w.totals, visit, &w, err);
    fclose(stream);
    if (code == POISE_OK)
        code = report(&w, err);
    cpu_locality_free(&w.locality);
    return code;
}

int cli_trace_cpu(const cli_cpu_request *request, int n_words, char **words, poise_error *err)
{
    int code = 0;
    for (int i = 0; code == POISE_OK && i < n_words; i++) {
        if (i > 0 && !request->json)
            putchar('\n');
        code = show(request, words[i], err);
    }
    return code;
}

#include "bench/measured.h"
#include "bench/output.h"
#include "common/file.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE_BYTES = 64 << 20 };

static bool positive(double value)
{
    return isfinite(value) && value > 0;
}

static int read_kernel(json_t *object, const char *name, size_t i, bench_measured_kernel *kernel,
                       poise_error *err)
{
    json_error_t bad;
    json_int_t warp_insts, cycles;
    if (json_unpack_ex(object, &bad, 0, "{s:s, s:s, s:I, s:I, s:F, s:F, s:F}", "name", &kernel->name,
                       "trace_hash", &kernel->trace_hash, "warp_insts", &warp_insts, "cycles", &cycles,
                       "median_elapsed_s", &kernel->elapsed_s, "elapsed_spread", &kernel->elapsed_spread,
                       "median_cpu_s", &kernel->cpu_s) != 0)
        return poise_fail(err, POISE_DAMAGED, "%s: kernel %zu: %s", name, i, bad.text);
    if (warp_insts <= 0 || cycles <= 0 || !positive(kernel->elapsed_s) || !positive(kernel->cpu_s) ||
        !(kernel->elapsed_spread >= 0))
        return poise_fail(err, POISE_DAMAGED, "%s: kernel %zu (%s): a figure is not positive", name, i,
                          kernel->name);
    kernel->warp_insts = (uint64_t)warp_insts;
    kernel->cycles = (uint64_t)cycles;
    return POISE_OK;
}

static int read_kernels(json_t *array, const char *name, bench_measured *measured, poise_error *err)
{
    const size_t n = json_array_size(array); /* 0 when it is no array */
    if (n == 0)
        return poise_fail(err, POISE_DAMAGED, "%s: no kernels", name);
    measured->kernels = calloc(n, sizeof *measured->kernels);
    if (measured->kernels == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %s", name);
    for (size_t i = 0; i < n; i++) {
        const int code = read_kernel(json_array_get(array, i), name, i, &measured->kernels[i], err);
        if (code != POISE_OK)
            return code;
    }
    measured->n_kernels = n;
    return POISE_OK;
}

static int read_document(json_t *root, const char *name, bench_measured *measured, poise_error *err)
{
    json_error_t bad;
    const char *format;
    json_int_t version;
    json_t *kernels;
    if (json_unpack_ex(root, &bad, 0, "{s:s, s:I}", "format", &format, "format_version", &version) != 0 ||
        strcmp(format, BENCH_FORMAT) != 0)
        return poise_fail(err, POISE_DAMAGED, "%s: not a file of 'poise bench --json'", name);
    if (version != BENCH_FORMAT_VERSION)
        return poise_fail(err, POISE_DAMAGED, "%s: format version %lld, this program reads %d", name,
                          (long long)version, (int)BENCH_FORMAT_VERSION);
    if (json_unpack_ex(root, &bad, 0, "{s:s, s:s, s:s, s:s, s:{s:s}, s:o}", "version", &measured->version,
                       "git_commit", &measured->git_commit, "config_hash", &measured->config_hash, "policy",
                       &measured->policy, "host", "cpu_model", &measured->cpu_model, "kernels",
                       &kernels) != 0)
        return poise_fail(err, POISE_DAMAGED, "%s: %s", name, bad.text);
    return read_kernels(kernels, name, measured, err);
}

int bench_measured_read_memory(const char *data, size_t size, const char *name, bench_measured *measured,
                               poise_error *err)
{
    json_error_t bad;
    memset(measured, 0, sizeof *measured);
    measured->document = json_loadb(data, size, JSON_REJECT_DUPLICATES, &bad);
    if (measured->document == NULL)
        return poise_fail(err, POISE_DAMAGED, "%s, line %d: %s", name, bad.line, bad.text);
    const int code = read_document(measured->document, name, measured, err);
    if (code != POISE_OK)
        bench_measured_free(measured);
    return code;
}

int bench_measured_read(const char *path, bench_measured *measured, poise_error *err)
{
    char *data;
    size_t size;
    int code = poise_read_file(path, MAX_FILE_BYTES, &data, &size, err);
    if (code != POISE_OK)
        return code;
    code = bench_measured_read_memory(data, size, path, measured, err);
    free(data);
    return code;
}

void bench_measured_free(bench_measured *measured)
{
    json_decref(measured->document);
    free(measured->kernels);
    memset(measured, 0, sizeof *measured);
}

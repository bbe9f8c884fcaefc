#include "bench/output.h"
#include "bench/statistics.h"
#include "common/file.h"

#include <jansson.h>

/* Every function below returns a new reference, or NULL when out of memory. Jansson's "_new" setters and
 * packers accept NULL values and fail, so that one check at the end is enough. */

typedef json_t *make_element(const bench_report *report, size_t i);

static json_t *array_of(size_t n, make_element *make, const bench_report *report)
{
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++) {
        if (json_array_append_new(array, make(report, i)) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *reals(const double *value, size_t n)
{
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++) {
        if (json_array_append_new(array, json_real(value[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

/* 0 stands for a figure that the system does not give. */
static json_t *bytes_or_null(uint64_t bytes)
{
    return bytes == 0 ? json_null() : json_integer((json_int_t)bytes);
}

static int put_rates(json_t *object, const bench_report *report, size_t kernel)
{
    size_t n;
    const bench_rate *rates = bench_rate_table(&n);
    int failed = object == NULL;
    for (size_t r = 0; r < n; r++) {
        const double value = kernel < report->request.n_subjects ? bench_rate_value(report, kernel, &rates[r])
                                                                 : bench_rate_mean(report, &rates[r]);
        failed |= json_object_set_new(object, rates[r].name, json_real(value));
    }
    return failed;
}

/* The rates of a kernel added to `object`; beyond the last kernel their geometric means. */
static json_t *with_rates(json_t *object, const bench_report *report, size_t kernel)
{
    if (put_rates(object, report, kernel) == 0)
        return object;
    json_decref(object);
    return NULL;
}

static json_t *kernel_object(const bench_report *report, size_t i)
{
    const bench_subject *subject = &report->request.subjects[i];
    const bench_kernel *k = &report->kernels[i];
    const sim_counters *c = &k->counters;
    const uint64_t lines = c->l1_read_accesses + c->l1_writes;
    const uint32_t n = report->request.repeats;
    json_t *object = json_pack(
        "{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:f, s:f, s:o, s:o, s:f, s:f, s:f}", "name", subject->name,
        "trace_hash", subject->trace.hash, "trace_bytes", (json_int_t)bench_trace_bytes(&subject->trace),
        "warp_insts", (json_int_t)c->warp_insts, "thread_insts", (json_int_t)c->thread_insts, "cycles",
        (json_int_t)c->cycles, "l1_line_accesses", (json_int_t)lines, "load_s", subject->load_s,
        "median_create_s", bench_median(k->create_s, n), "elapsed_s", reals(k->elapsed_s, n), "cpu_s",
        reals(k->cpu_s, n), "median_elapsed_s", bench_median(k->elapsed_s, n), "elapsed_spread",
        bench_spread(k->elapsed_s, n), "median_cpu_s", bench_median(k->cpu_s, n));
    return with_rates(object, report, i);
}

static json_t *scaling_object(const bench_report *report, size_t i)
{
    const bench_scaling *s = &report->scaling[i];
    return json_pack("{s:I, s:I, s:I, s:f, s:f, s:f}", "simulations_at_a_time", (json_int_t)s->jobs,
                     "threads_of_one_simulation", (json_int_t)s->sim_threads, "simulations",
                     (json_int_t)s->simulations, "median_elapsed_s", s->elapsed_s, "median_cpu_s", s->cpu_s,
                     "speedup", s->speedup);
}

static json_t *memory_object(const bench_report *report)
{
    const bench_memory *m = &report->memory;
    return json_pack("{s:o, s:o, s:o, s:s}", "peak_bytes", bytes_or_null(m->peak_bytes), "traces_bytes",
                     bytes_or_null(m->traces_bytes), "point_bytes", bytes_or_null(m->point_bytes),
                     "point_kernel", report->request.subjects[m->point_subject].name);
}

static json_t *report_object(const bench_report *report, const char *config_hash)
{
    const bench_request *request = &report->request;
    return json_pack("{s:s, s:i, s:s, s:s, s:s, s:s, s:{s:s, s:I}, s:I, s:o, s:o, s:o, s:o}", "format",
                     BENCH_FORMAT, "format_version", (int)BENCH_FORMAT_VERSION, "version", POISE_VERSION,
                     "git_commit", POISE_COMMIT, "config_hash", config_hash, "policy", request->scheme->text,
                     "host", "cpu_model", report->host.cpu_model, "cores", (json_int_t)report->host.cores,
                     "repeats", (json_int_t)request->repeats, "kernels",
                     array_of(request->n_subjects, kernel_object, report), "geometric_mean",
                     with_rates(json_object(), report, request->n_subjects), "memory", memory_object(report),
                     "scaling", array_of(report->n_scaling, scaling_object, report));
}

int bench_write_json(const bench_report *report, const char *path, poise_error *err)
{
    char config_hash[POISE_HASH_TEXT];
    int code = sim_config_hash(report->request.config, config_hash, err);
    if (code != POISE_OK)
        return code;
    json_t *object = report_object(report, config_hash);
    if (object == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory, or a name that is not UTF-8, in '%s'", path);
    poise_atomic_file file;
    code = poise_atomic_open(&file, path, err);
    if (code == POISE_OK) {
        json_dumpf(object, file.stream, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
        fputc('\n', file.stream); /* commit reports what could not be written */
        code = poise_atomic_commit(&file, err);
    }
    json_decref(object);
    return code;
}

#include "bench/report.h"

#include "bench/statistics.h"

#include <stdlib.h>
#include <string.h>

static double warp_insts(const sim_counters *c)
{
    return (double)c->warp_insts;
}

static double thread_insts(const sim_counters *c)
{
    return (double)c->thread_insts;
}

static double cycles(const sim_counters *c)
{
    return (double)c->cycles;
}

static double l1_line_accesses(const sim_counters *c)
{
    return (double)(c->l1_read_accesses + c->l1_writes);
}

/* Events of one simulation per second of elapsed time. */
static const bench_rate rates[] = {
    {"warp_insts_per_s", "warp inst", warp_insts},
    {"thread_insts_per_s", "thread inst", thread_insts},
    {"cycles_per_s", "cycles", cycles},
    {"l1_line_accesses_per_s", "L1 lines", l1_line_accesses},
};

const bench_rate *bench_rate_table(size_t *n)
{
    *n = sizeof rates / sizeof rates[0];
    return rates;
}

double bench_rate_value(const bench_report *report, size_t kernel, const bench_rate *rate)
{
    const bench_kernel *k = &report->kernels[kernel];
    return rate->events(&k->counters) / bench_median(k->elapsed_s, report->request.repeats);
}

/* A kernel without such events, such as one without global loads, has no place in a geometric mean. */
double bench_rate_mean(const bench_report *report, const bench_rate *rate)
{
    double mean = 0;
    size_t n = 0;
    double *value = calloc(report->request.n_subjects, sizeof *value);
    for (size_t i = 0; value != NULL && i < report->request.n_subjects; i++) {
        value[n] = bench_rate_value(report, i, rate);
        n += value[n] > 0;
    }
    if (value != NULL)
        mean = bench_geometric_mean(value, n);
    free(value);
    return mean;
}

uint64_t bench_trace_bytes(const warp_trace *trace)
{
    return (trace->n_warps + 1) * sizeof *trace->first_word +
           trace->first_word[trace->n_warps] * sizeof *trace->words +
           trace->n_pages * sizeof *trace->page_address + trace->header.n_inst * sizeof *trace->header.inst;
}

void bench_report_free(bench_report *report)
{
    for (size_t i = 0; report->kernels != NULL && i < report->request.n_subjects; i++) {
        free(report->kernels[i].create_s);
        free(report->kernels[i].elapsed_s);
        free(report->kernels[i].cpu_s);
    }
    free(report->kernels);
    free(report->scaling);
    memset(report, 0, sizeof *report);
}

/* Memory of one more simulated point: what a process grows by when simulators that share a trace are added.
 */
#include "bench/simulate.h"

enum {
    SIMULATORS = 8,
    CYCLES = 20000, /* of each (our choice): every SM is full and the queues of a thrashing kernel too */
};

/* Growth from 1 to SIMULATORS that have run and still exist. */
static int measure_subject(const bench_report *report, const sim_config *config, size_t i, uint64_t *bytes,
                           poise_error *err)
{
    simulator *sims[SIMULATORS] = {0};
    uint64_t with_one = 0;
    int code = POISE_OK;
    bench_memory_trim();
    for (size_t k = 0; k < SIMULATORS && code == POISE_OK; k++) {
        sim_counters counters;
        bench_times times;
        code = bench_simulate(&report->request, config, i, 1, &counters, &times, &sims[k], err);
        if (k == 0)
            with_one = bench_memory_now();
    }
    const uint64_t with_all = bench_memory_now();
    *bytes = with_all > with_one ? (with_all - with_one) / (SIMULATORS - 1) : 0;
    for (size_t k = 0; k < SIMULATORS; k++)
        sim_destroy(sims[k]);
    return code;
}

int bench_measure_memory(bench_report *report, poise_error *err)
{
    const bench_request *request = &report->request;
    sim_config config = *request->config;
    if (config.max_cycles == 0 || config.max_cycles > CYCLES)
        config.max_cycles = CYCLES;
    for (size_t i = 0; i < request->n_subjects; i++) {
        uint64_t bytes = 0;
        const int code = measure_subject(report, &config, i, &bytes, err);
        if (code != POISE_OK)
            return code;
        report->memory.traces_bytes += bench_trace_bytes(&request->subjects[i].trace);
        if (bytes > report->memory.point_bytes) {
            report->memory.point_bytes = bytes;
            report->memory.point_subject = i;
        }
    }
    return POISE_OK;
}

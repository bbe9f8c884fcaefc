#include "bench/simulate.h"

#include "common/log.h"

#include <string.h>

int bench_simulate(const bench_request *request, const sim_config *config, size_t i, uint32_t threads,
                   sim_counters *counters, bench_times *times, simulator **kept, poise_error *err)
{
    const bench_subject *subject = &request->subjects[i];
    simulator *sim = NULL;
    memset(counters, 0, sizeof *counters);
    const double before = poise_now();
    const sim_policies policies = sim_policies_of(request->scheme);
    int code = sim_create(&sim, config, &policies, err);
    if (code == POISE_OK)
        code = sim_set_threads(sim, threads, err);
    if (code != POISE_OK) {
        sim_destroy(sim);
        return code;
    }
    const double start = poise_now(), cpu_start = bench_cpu_now();
    code = sim_launch(sim, &subject->trace, counters, NULL, err);
    *times = (bench_times){
        .create_s = start - before, .elapsed_s = poise_now() - start, .cpu_s = bench_cpu_now() - cpu_start};
    if (code == POISE_OK && kept != NULL)
        *kept = sim;
    else
        sim_destroy(sim);
    return code == POISE_OK ? POISE_OK : poise_error_prefix(err, "%s", subject->name);
}

#include "probe/host/runner.h"

#include "probe/host/launcher.h"

#include <stdlib.h>

/* Timers of devices tick in 1000 ns at worst, and launches differ by several of that (our choice). */
#define LEAST_NS 1e6

typedef struct device_runner {
    probe_runner runner;
    probe_launcher *launcher;
    const atomic_bool *stop;
} device_runner;

static int time_launch(probe_runner *runner, const probe_launch *launch, double *time, poise_error *err)
{
    const device_runner *d = (const device_runner *)runner;
    if (d->stop != NULL && atomic_load(d->stop))
        return poise_fail(err, POISE_INCOMPLETE, "interrupted");
    int code = probe_launcher_lay(d->launcher, launch, err);
    return code == POISE_OK ? probe_launcher_run(d->launcher, launch, time, NULL, err) : code;
}

static void close_runner(probe_runner *runner)
{
    device_runner *d = (device_runner *)runner;
    probe_launcher_close(d->launcher);
    free(d);
}

int probe_device_runner_open(probe_runner **runner, probe_opencl *host, const atomic_bool *stop,
                             poise_error *err)
{
    device_runner *d = calloc(1, sizeof *d);
    *runner = NULL;
    if (d == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a probe");
    int code = probe_launcher_open(&d->launcher, host, err);
    if (code != POISE_OK) {
        free(d);
        return code;
    }
    d->stop = stop;
    d->runner = (probe_runner){.unit = "ns",
                               .most_bytes = probe_opencl_most_bytes(host),
                               .constant_bytes = PROBE_CONSTANT_BYTES,
                               .most_group = probe_launcher_most_group(d->launcher),
                               .least_time = LEAST_NS,
                               .time = time_launch,
                               .close = close_runner};
    *runner = &d->runner;
    return POISE_OK;
}

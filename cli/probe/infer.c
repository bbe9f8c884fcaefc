#include "cli/probe/subject.h"
#include "common/log.h"
#include "probe/host/device.h"
#include "probe/infer/exact.h"
#include "probe/infer/robust.h"
#include "probe/infer/throughput.h"
#include "probe/simulated/runner.h"

#include <inttypes.h>
#include <unistd.h>

/* How far an inference is cannot be said in parts of a whole: a line for each part, for who watches. */
static void tell(void *owner, const char *what)
{
    (void)owner;
    poise_say("probe: %s", what);
}

static bool is_watched(const probe_options *o)
{
    return o->work.progress == POISE_PROGRESS_ALWAYS ||
           (o->work.progress == POISE_PROGRESS_AUTO && isatty(STDERR_FILENO));
}

static void tell_part(void *user, const char *part, uint32_t done, uint32_t parts)
{
    (void)user;
    poise_say("probe: %s, %" PRIu32 " of %" PRIu32, part, done + 1, parts);
}

static int infer_throughput(const probe_options *o, cli_probe_subject *s, probe_findings *f, poise_error *err)
{
    probe_runner *runner = NULL;
    int code = s->recorder != NULL
                   ? probe_simulated_runner_open(&runner, s->recorder, &s->config, &s->policies, s->stop, err)
                   : probe_device_runner(s->bench, s->stop, &runner, err);
    if (code != POISE_OK)
        return code;
    code = probe_infer_throughput_and_tell(runner, is_watched(o) ? tell_part : NULL, NULL, f, err);
    runner->close(runner);
    return code;
}

static int infer_machine(const probe_options *o, cli_probe_subject *s, probe_result *r, poise_error *err)
{
    s->bench->asking = is_watched(o) ? tell : NULL;
    int code = probe_infer_exact(s->bench, s->bench->most_bytes, &r->findings, err);
    return code == POISE_OK && o->parts == PARTS_ALL ? infer_throughput(o, s, &r->findings, err) : code;
}

/* How much the times of a device are worth. */
static int tell_steadiness(const probe_bench *bench, probe_findings *f, poise_error *err)
{
    probe_steadiness steady;
    probe_device_steadiness(bench, &steady);
    int code = probe_found(f, "device.noise", "%", 100 * steady.noise, 100 * steady.noise, 1, err,
                           "half of the distance of the quartiles of a load of 1 KB, of %" PRIu32 " chases",
                           steady.asked + steady.warm_ups);
    if (code == POISE_OK && !steady.has_settled)
        code = probe_unknown(f, "device.clock", "MHz", err,
                             "it did not settle in %" PRIu32 " chases: times may be of several clocks",
                             steady.warm_ups);
    return code == POISE_OK
               ? probe_found(f, "device.drift", "%", 100 * steady.drift, 100 * steady.drift, 1, err,
                             "the farthest that this load came from %.3g ns for a while", steady.reference_ns)
               : code;
}

static int infer_device(const probe_options *o, cli_probe_subject *s, probe_result *r, poise_error *err)
{
    int code = probe_infer_surface(&r->surface, r->unit, &r->findings, err);
    if (code == POISE_OK && o->parts == PARTS_ALL)
        code = infer_throughput(o, s, &r->findings, err);
    return code == POISE_OK ? tell_steadiness(s->bench, &r->findings, err) : code;
}

int cli_probe_infer(const probe_options *o, cli_probe_subject *s, probe_result *r, poise_error *err)
{
    return s->recorder != NULL ? infer_machine(o, s, r, err) : infer_device(o, s, r, err);
}

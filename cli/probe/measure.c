#include "cli/interrupt.h"
#include "cli/probe/subject.h"
#include "common/log.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seconds between two times that the file is written; our choice. */
static const double keep_every = 2;

/* What the options are when they are not given: exact times need no repeats, and nothing prefetches. The
 * steps of devices are those of [KV]; the rest is our choice. */
typedef struct custom {
    const char *to;
    uint32_t per_octave, steps, repeats;
    bool is_shuffled;
} custom;
static const custom of_machines = {"16M", 2, 16384, 1, false}, of_devices = {"256M", 4, 102400, 7, true};

static int plan(const probe_options *o, const cli_probe_subject *s, probe_result *r, poise_error *err)
{
    const custom *c = s->recorder != NULL ? &of_machines : &of_devices;
    const char *to = o->to != NULL ? o->to : c->to;
    r->sweep = (probe_sweep){.least_stride = PROBE_WORD,
                             .per_octave = o->per_octave > 0 ? (uint32_t)o->per_octave : c->per_octave,
                             .most_steps = o->steps > 0 ? (uint32_t)o->steps : c->steps,
                             .repeats = o->repeats > 0 ? (uint32_t)o->repeats : c->repeats,
                             .is_shuffled = o->order == 0 ? c->is_shuffled : o->order == 2};
    snprintf(r->unit, sizeof r->unit, "%s", s->bench->unit);
    int code = cli_probe_bytes("from", o->from, &r->sweep.least_bytes, err);
    if (code == POISE_OK)
        code = cli_probe_bytes("to", to, &r->sweep.most_bytes, err);
    if (code == POISE_OK && r->sweep.most_bytes > s->bench->most_bytes)
        code = poise_fail(err, POISE_USAGE, "--to %s: %s grants no more than %" PRIu64 " bytes", to,
                          r->subject, s->bench->most_bytes);
    return code == POISE_OK ? probe_surface_make(&r->surface, &r->sweep, err) : code;
}

/* Points that an interrupted run has left in the file. */
static int take_up(const probe_options *o, probe_result *r, poise_error *err)
{
    probe_result old;
    if (o->output == NULL || access(o->output, F_OK) != 0)
        return POISE_OK;
    int code = probe_result_read(o->output, &old, err);
    if (code != POISE_OK)
        return code;
    const char *other = probe_result_difference(&old, r);
    if (other != NULL) {
        code = poise_fail(err, POISE_USAGE, "%s is of %s: name another file, or remove it", o->output, other);
    } else {
        const probe_surface empty = r->surface;
        r->surface = old.surface;
        old.surface = empty;
        const probe_findings none = r->findings;
        r->findings = old.findings;
        old.findings = none;
    }
    probe_result_free(&old);
    return code;
}

static int keep(const probe_options *o, const probe_result *r, poise_error *err)
{
    return o->output != NULL ? probe_result_write(o->output, r, err) : POISE_OK;
}

static int interrupted(const probe_options *o, const probe_result *r, poise_error *err)
{
    int code = keep(o, r, err);
    if (code != POISE_OK)
        return code;
    if (o->output == NULL)
        return poise_fail(err, POISE_INCOMPLETE, "interrupted; nothing is kept without -o");
    return poise_fail(err, POISE_INCOMPLETE,
                      "interrupted: %" PRIu32 " of %" PRIu32
                      " points are in %s, and the same command goes on from there",
                      probe_result_asked(r), probe_result_points(r), o->output);
}

static int ask(const probe_options *o, const cli_probe_subject *s, probe_result *r, poise_progress *progress,
               poise_error *err)
{
    double kept = poise_now();
    for (uint32_t i = 0; i < r->surface.n_sizes; i++) {
        for (uint32_t j = 0; j < r->surface.n_strides; j++) {
            if (!probe_surface_has(&r->surface, i, j) ||
                !isnan(r->surface.time[(size_t)i * r->surface.n_strides + j]))
                continue;
            int code = atomic_load(s->stop) ? POISE_FAILED
                                            : probe_surface_ask(&r->surface, &r->sweep, i, j, s->bench, err);
            if (atomic_load(s->stop))
                return interrupted(o, r, err);
            if (code == POISE_OK && poise_now() - kept > keep_every) {
                code = keep(o, r, err);
                kept = poise_now();
            }
            if (code != POISE_OK)
                return code;
            poise_progress_add(progress, 1);
        }
    }
    return POISE_OK;
}

static int infer(const probe_options *o, cli_probe_subject *s, probe_result *r, poise_error *err)
{
    int code = cli_probe_infer(o, s, r, err);
    if (atomic_load(s->stop)) {
        probe_findings_free(&r->findings);
        return interrupted(o, r, err);
    }
    return code;
}

static int ask_all(const probe_options *o, const cli_probe_subject *s, probe_result *r, poise_error *err)
{
    const uint32_t left = probe_result_points(r) - probe_result_asked(r);
    if (left == 0)
        return POISE_OK;
    poise_progress *progress =
        poise_progress_begin("probe", "points", left, (poise_progress_mode)o->work.progress);
    int code = ask(o, s, r, progress, err);
    poise_progress_end(progress);
    return code;
}

static int measure(const probe_options *o, cli_probe_subject *s, probe_result *r, poise_error *err)
{
    int code = plan(o, s, r, err);
    if (code == POISE_OK)
        code = take_up(o, r, err);
    if (code == POISE_OK)
        code = ask_all(o, s, r, err);
    if (code == POISE_OK && r->findings.n == 0 && o->parts != PARTS_SURFACE)
        code = infer(o, s, r, err);
    return code == POISE_OK ? keep(o, r, err) : code;
}

int cli_probe_measure(const probe_options *o, probe_result *result, poise_error *err)
{
    cli_probe_subject s = {.stop = cli_interrupt_flag()};
    int code = cli_probe_open(o, &s, result, err);
    if (code == POISE_OK)
        code = measure(o, &s, result, err);
    cli_probe_close(&s);
    return code;
}

int cli_probe_surface(const probe_options *options, const sim_config *config, const sim_policies *policies,
                      probe_recorder *recorder, probe_result *result, poise_error *err)
{
    probe_options o = *options;
    cli_probe_subject s = {
        .recorder = recorder, .config = *config, .policies = *policies, .stop = cli_interrupt_flag()};
    o.output = NULL;
    int code = probe_surface_make(&result->surface, &result->sweep, err);
    if (code == POISE_OK)
        code = probe_simulated_open(&s.bench, recorder, &s.config, &s.policies, s.stop, err);
    if (code == POISE_OK)
        code = ask_all(&o, &s, result, err);
    if (s.bench != NULL)
        s.bench->close(s.bench);
    return code;
}

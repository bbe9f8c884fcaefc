#include "cli/interrupt.h"
#include "cli/probe/probe.h"
#include "common/log.h"
#include "probe/infer/exact.h"
#include "probe/simulated/simulated.h"
#include "sim_hooks/scheme.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seconds between two times that the file is written; our choice. */
static const double keep_every = 2;

/* What is probed, opened. */
typedef struct subject {
    probe_bench *bench;
    probe_recorder *recorder;
    sim_config config;
    policy_scheme scheme;
    sim_policies policies;
    const atomic_bool *stop;
} subject;

static void close_subject(subject *s)
{
    if (s->bench != NULL)
        s->bench->close(s->bench);
    probe_recorder_close(s->recorder);
    policy_scheme_free(&s->scheme);
}

/* ---- a machine of the simulator ---- */

static int name_machine(const probe_options *o, probe_result *r, poise_error *err)
{
    char name[PROBE_MOST_SUBJECT] = "";
    for (size_t i = 0; i < o->machine.config.n; i++) {
        const size_t used = strlen(name);
        snprintf(name + used, sizeof name - used, "%s%s", i > 0 ? "," : "", o->machine.config.text[i]);
    }
    r->subject = strdup(name[0] != '\0' ? name : "thesis-ch5");
    return r->subject != NULL ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for a name");
}

/* Memory policies are part of what is probed; the scheduler is the probe itself. */
static int choose_policies(const probe_options *o, subject *s, probe_result *r, poise_error *err)
{
    int code = policy_scheme_parse(&s->scheme, o->policies != NULL ? o->policies : "gto", err);
    if (code == POISE_OK && o->policies != NULL && s->scheme.policy[POLICY_AT_SCHED] != NULL)
        code = poise_fail(err, POISE_USAGE,
                          "--policies '%s' names a warp scheduler: a probe has one warp, and no use for it",
                          o->policies);
    if (code == POISE_OK)
        code = policy_scheme_check(&s->scheme, POLICY_AT_L1, err);
    if (code != POISE_OK)
        return code;
    s->policies = sim_policies_of(&s->scheme);
    r->policies = policy_scheme_describe(&s->scheme, POLICY_AT_L1);
    return r->policies != NULL ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for policies");
}

static int open_machine(const probe_options *o, subject *s, probe_result *r, poise_error *err)
{
    int code = cli_machine_load(&s->config, &o->machine, err);
    if (code == POISE_OK)
        code = name_machine(o, r, err);
    if (code == POISE_OK)
        code = sim_config_text(&s->config, &r->config_text, err);
    if (code == POISE_OK)
        code = choose_policies(o, s, r, err);
    if (code == POISE_OK)
        code = probe_recorder_open(&s->recorder, err);
    if (code == POISE_OK)
        code = probe_simulated_open(&s->bench, s->recorder, &s->config, &s->policies, s->stop, err);
    r->core_mhz = s->config.core_mhz;
    return code;
}

/* ---- measuring ---- */

static int plan(const probe_options *o, const subject *s, probe_result *r, poise_error *err)
{
    r->sweep = (probe_sweep){.least_stride = PROBE_WORD,
                             .per_octave = (uint32_t)o->per_octave,
                             .most_steps = (uint32_t)o->steps,
                             .repeats = (uint32_t)o->repeats,
                             .is_shuffled = o->is_shuffled};
    snprintf(r->unit, sizeof r->unit, "%s", s->bench->unit);
    int code = cli_probe_bytes("from", o->from, &r->sweep.least_bytes, err);
    if (code == POISE_OK)
        code = cli_probe_bytes("to", o->to, &r->sweep.most_bytes, err);
    if (code == POISE_OK && r->sweep.most_bytes > s->bench->most_bytes)
        code = poise_fail(err, POISE_USAGE, "--to %s: %s grants no more than %" PRIu64 " bytes", o->to,
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

static int ask(const probe_options *o, const subject *s, probe_result *r, poise_progress *progress,
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

/* How far an inference is cannot be said in parts of a whole: a line for each part, for who watches. */
static void tell(void *owner, const char *what)
{
    (void)owner;
    poise_say("probe: %s", what);
}

static int infer(const probe_options *o, subject *s, probe_result *r, poise_error *err)
{
    if (o->work.progress == POISE_PROGRESS_ALWAYS ||
        (o->work.progress == POISE_PROGRESS_AUTO && isatty(STDERR_FILENO)))
        s->bench->asking = tell;
    int code = probe_infer_exact(s->bench, s->bench->most_bytes, &r->findings, err);
    if (atomic_load(s->stop)) {
        probe_findings_free(&r->findings);
        return interrupted(o, r, err);
    }
    return code;
}

static int ask_all(const probe_options *o, const subject *s, probe_result *r, poise_error *err)
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

static int measure(const probe_options *o, subject *s, probe_result *r, poise_error *err)
{
    int code = plan(o, s, r, err);
    if (code == POISE_OK)
        code = take_up(o, r, err);
    if (code == POISE_OK)
        code = ask_all(o, s, r, err);
    if (code == POISE_OK && r->findings.n == 0 && !o->only_surface)
        code = infer(o, s, r, err);
    return code == POISE_OK ? keep(o, r, err) : code;
}

int cli_probe_measure(const probe_options *o, probe_result *result, poise_error *err)
{
    subject s = {.stop = cli_interrupt_flag()};
    int code = open_machine(o, &s, result, err);
    if (code == POISE_OK)
        code = measure(o, &s, result, err);
    close_subject(&s);
    return code;
}

int cli_probe_surface(const probe_options *options, const sim_config *config, probe_recorder *recorder,
                      probe_result *result, poise_error *err)
{
    probe_options o = *options;
    subject s = {.recorder = recorder, .config = *config, .stop = cli_interrupt_flag()};
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

#include "cli/probe/subject.h"

#include "probe/host/device.h"

#include <stdlib.h>
#include <string.h>

/* A buffer of a device; our choice: beyond the reach of the TLBs that we know. */
#define DEVICE_BYTES (UINT64_C(4) << 30)

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
static int choose_policies(const probe_options *o, cli_probe_subject *s, probe_result *r, poise_error *err)
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

static int open_machine(const probe_options *o, cli_probe_subject *s, probe_result *r, poise_error *err)
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

/* ---- a device ---- */

static int open_device(const probe_options *o, cli_probe_subject *s, probe_result *r, poise_error *err)
{
    if (o->machine.config.n > 0 || o->machine.set.n > 0 || o->policies != NULL)
        return poise_fail(err, POISE_USAGE,
                          "--device has a machine of its own: without -c, --set, --policies");
    int code = probe_device_open(&s->bench, (uint32_t)o->device, DEVICE_BYTES, err);
    if (code != POISE_OK)
        return code;
    r->subject = strdup(probe_device_name(s->bench));
    r->config_text = strdup("");
    r->policies = strdup("");
    return r->subject != NULL && r->config_text != NULL && r->policies != NULL
               ? POISE_OK
               : poise_fail(err, POISE_FAILED, "no memory for a name");
}

int cli_probe_open(const probe_options *o, cli_probe_subject *s, probe_result *r, poise_error *err)
{
    return o->device >= 0 ? open_device(o, s, r, err) : open_machine(o, s, r, err);
}

void cli_probe_close(cli_probe_subject *s)
{
    if (s->bench != NULL)
        s->bench->close(s->bench);
    probe_recorder_close(s->recorder);
    policy_scheme_free(&s->scheme);
}

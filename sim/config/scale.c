#include "sim/config/scale.h"

#include "common/line.h"
#include "common/member.h"
#include "common/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FACTOR = 16 };

typedef enum scale_rule { RULE_TIMES, RULE_SHARE, RULE_BUS } scale_rule;

static const struct scale_entry {
    const char *group, *option;
    size_t offset;
    scale_rule rule;
} entries[] = {
#define SCALE(group, option, rule) {#group, #option, offsetof(sim_config, option), RULE_##rule},
#include "sim/config/scale.def"
#undef SCALE
};
enum { N_ENTRIES = sizeof entries / sizeof *entries };

static int set(sim_config *config, sim_config_notes *notes, const char *group, const char *option,
               int64_t value, poise_error *err)
{
    char text[32], origin[32];
    snprintf(text, sizeof text, "%lld", (long long)value);
    snprintf(origin, sizeof origin, "--scale %s", group);
    return sim_config_assign(config, notes, origin, option, text, err);
}

/* Bytes of a column first, then cycles between columns. */
static int scale_bus(sim_config *config, sim_config_notes *notes, const char *group, int64_t factor,
                     poise_error *err)
{
    int64_t wider = LINE_BYTES / config->dram_burst_bytes;
    wider = wider < factor ? wider : factor;
    int64_t faster = factor / wider;
    if (wider * faster != factor || config->t_ccd % faster != 0)
        return poise_fail(
            err, POISE_USAGE,
            "columns of %u bytes every %u cycles cannot be made %lld times as fast: a column is at "
            "most a line of %d bytes, its cycles a whole number",
            config->dram_burst_bytes, config->t_ccd, (long long)factor, LINE_BYTES);
    int code = set(config, notes, group, "dram_burst_bytes", config->dram_burst_bytes * wider, err);
    code = code != POISE_OK ? code : set(config, notes, group, "t_ccd", config->t_ccd / faster, err);
    return code != POISE_OK
               ? code
               : set(config, notes, group, "t_ccdl", (config->t_ccdl + faster - 1) / faster, err);
}

static int scale_option(sim_config *config, sim_config_notes *notes, const struct scale_entry *entry,
                        int64_t factor, poise_error *err)
{
    const int64_t value = *(const uint32_t *)poise_const_member(config, entry->offset);
    switch (entry->rule) {
    case RULE_TIMES: return set(config, notes, entry->group, entry->option, value * factor, err);
    case RULE_SHARE:
        return set(config, notes, entry->group, entry->option, (value + factor - 1) / factor, err);
    default: return scale_bus(config, notes, entry->group, factor, err);
    }
}

static int read_factor(const char *text, int64_t *factor, poise_error *err)
{
    char *end;
    errno = 0;
    *factor = strtol(text, &end, 10);
    if (errno || end == text || *end || *factor < 1 || *factor > LARGEST_FACTOR)
        return poise_fail(err, POISE_USAGE, "the factor '%.40s' is no whole number from 1 to %d", text,
                          LARGEST_FACTOR);
    return POISE_OK;
}

typedef struct scaling {
    sim_config *config;
    sim_config_notes *notes;
} scaling;

static int scale_group(void *context, const char *group, const char *text, poise_error *err)
{
    const scaling *s = context;
    int64_t factor;
    int code = read_factor(text, &factor, err);
    bool known = false;
    for (size_t i = 0; i < N_ENTRIES && code == POISE_OK; i++) {
        if (strcmp(entries[i].group, group) != 0)
            continue;
        known = true;
        code = scale_option(s->config, s->notes, &entries[i], factor, err);
    }
    if (code == POISE_OK && !known)
        return poise_fail(err, POISE_USAGE, "there is no scale group '%.40s'; the groups are l1, l2 and dram",
                          group);
    return code;
}

int sim_config_scale(sim_config *config, sim_config_notes *notes, const char *groups, poise_error *err)
{
    scaling s = {config, notes};
    return poise_take_pairs(groups, "GROUP=FACTOR", scale_group, &s, err);
}

#include "probe/fit/fit.h"

#include "probe/fit/latencies.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 128 }; /* bytes: all caches of the simulator have lines of as many */

typedef struct fitting {
    const probe_result *measured;
    sim_config *config;
    sim_config_notes *notes;
} fitting;

/* The value of a finding that is exact or a range, of which the lower end counts; 0 = not known, or without
 * an upper end. */
static double value_of(const fitting *f, const char *name)
{
    const probe_finding *found = probe_find(&f->measured->findings, name);
    return found == NULL || !(found->least > 0) || isinf(found->most) ? 0 : found->least;
}

static int assign_text(const fitting *f, const char *from, const char *option, const char *text,
                       poise_error *err)
{
    char origin[PROBE_NAME + 16];
    poise_error wrong;
    snprintf(origin, sizeof origin, "measured: %s", from);
    if (sim_config_assign(f->config, f->notes, origin, option, text, &wrong) == POISE_OK)
        return POISE_OK;
    if (wrong.code != POISE_USAGE)
        return poise_fail(err, wrong.code, "%s", wrong.text);
    sim_config_say(&f->notes->warnings, "%s is not taken over: %s", from, wrong.text);
    return POISE_OK;
}

static int assign(const fitting *f, const char *from, const char *option, uint64_t value, poise_error *err)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, value);
    return assign_text(f, from, option, text, err);
}

/* ---- caches ---- */

typedef struct cache_options {
    const char *capacity, *ways, *sector; /* findings */
    const char *sets_option, *ways_option, *sector_option;
    uint32_t parts; /* of the cache, which have sets_option sets each */
} cache_options;

static int warn_of_bound(const fitting *f, const char *name)
{
    const probe_finding *found = probe_find(&f->measured->findings, name);
    if (found != NULL && found->least > 0)
        sim_config_say(&f->notes->warnings,
                       "%s is not taken over: it is %.0f bytes at least, and may be more", name,
                       found->least);
    return POISE_OK;
}

/* Lines of a cache are dealt to sets and ways; of an unknown number of ways that of the machine stands. */
static int fit_shape(const fitting *f, const cache_options *o, uint32_t ways_before, poise_error *err)
{
    const double capacity = value_of(f, o->capacity), found = value_of(f, o->ways);
    const uint64_t lines = (uint64_t)capacity / LINE, ways = found > 0 ? (uint64_t)found : ways_before;
    if (capacity == 0)
        return warn_of_bound(f, o->capacity);
    const uint64_t sets = (lines + ways * o->parts / 2) / (ways * o->parts);
    if (sets == 0) {
        sim_config_say(&f->notes->warnings, "%s is not taken over: %" PRIu64 " bytes are less than a set",
                       o->capacity, (uint64_t)capacity);
        return POISE_OK;
    }
    if (sets * ways * o->parts * LINE != (uint64_t)capacity)
        sim_config_say(&f->notes->warnings,
                       "%s: %" PRIu64 " bytes are not whole sets of %" PRIu64 " lines of %d bytes in %" PRIu32
                       " banks; %" PRIu64 " bytes are the nearest",
                       o->capacity, (uint64_t)capacity, ways, LINE, o->parts, sets * ways * o->parts * LINE);
    int code = assign(f, o->capacity, o->sets_option, sets, err);
    return code == POISE_OK && found > 0 ? assign(f, o->ways, o->ways_option, ways, err) : code;
}

static int fit_sector(const fitting *f, const cache_options *o, poise_error *err)
{
    const double sector = value_of(f, o->sector);
    return sector > 0 ? assign(f, o->sector, o->sector_option, (uint64_t)sector, err) : POISE_OK;
}

static void warn_of_lines(const fitting *f)
{
    const double line = value_of(f, "l1.line");
    if (line > 0 && line != LINE)
        sim_config_say(&f->notes->warnings,
                       "l1.line is %g bytes: lines of the simulator have %d, and may be fetched by sectors",
                       line, LINE);
}

static int fit_index(const fitting *f, poise_error *err)
{
    const probe_finding *index = probe_find(&f->measured->findings, "l1.index");
    if (index == NULL || index->text[0] == '\0')
        return POISE_OK;
    return assign_text(f, "l1.index", "l1_index", strcmp(index->text, "linear") == 0 ? "linear" : "hash",
                       err);
}

/* Banks among which the sets of the L2 can be dealt, a multiple of the channels: those that are nearest to
 * the machine's; 0 = none. */
static uint32_t banks_for(const sim_config *config, uint64_t sets)
{
    const uint32_t most = (uint32_t)sim_config_option("l2_banks")->max, before = config->l2_banks;
    uint32_t best = 0;
    for (uint32_t banks = config->channels; banks <= most; banks += config->channels) {
        const uint32_t apart = banks > before ? banks - before : before - banks,
                       best_apart = best > before ? best - before : before - best;
        if (sets % banks == 0 && (best == 0 || apart < best_apart))
            best = banks;
    }
    return best;
}

static int fit_banks(const fitting *f, poise_error *err)
{
    const double sets = value_of(f, "l2.sets");
    const uint32_t banks = sets > 0 ? banks_for(f->config, (uint64_t)sets) : 0;
    return banks > 0 && banks != f->config->l2_banks ? assign(f, "l2.sets", "l2_banks", banks, err)
                                                     : POISE_OK;
}

static int fit_caches(const fitting *f, poise_error *err)
{
    int code = fit_banks(f, err);
    if (code != POISE_OK)
        return code;
    const cache_options l1 = {"l1.capacity",     "l1.ways", "l1.sector", "l1_sets", "l1_ways",
                              "l1_sector_bytes", 1},
                        l2 = {"l2.capacity", "l2.ways",         "l2.sector",        "l2_sets",
                              "l2_ways",     "l2_sector_bytes", f->config->l2_banks};
    warn_of_lines(f);
    code = fit_shape(f, &l1, f->config->l1_ways, err);
    if (code == POISE_OK)
        code = fit_sector(f, &l1, err);
    if (code == POISE_OK)
        code = fit_index(f, err);
    if (code == POISE_OK)
        code = fit_shape(f, &l2, f->config->l2_ways, err);
    return code == POISE_OK ? fit_sector(f, &l2, err) : code;
}

/* ---- counts that are options of their own ---- */

static const struct {
    const char *finding, *option;
} counts[] = {
    {"l1.mshrs", "l1_mshrs"},       {"sm.count", "sms"},
    {"sm.warps", "warps"},          {"sm.groups", "thread_blocks"},
    {"dram.row", "dram_row_bytes"}, {"dram.interleave", "dram_interleave_bytes"},
};

static int fit_counts(const fitting *f, poise_error *err)
{
    int code = POISE_OK;
    for (size_t i = 0; i < sizeof counts / sizeof *counts && code == POISE_OK; i++) {
        const probe_finding *found = probe_find(&f->measured->findings, counts[i].finding);
        if (found != NULL && found->least == found->most && found->least > 0)
            code = assign(f, counts[i].finding, counts[i].option, (uint64_t)found->least, err);
    }
    return code;
}

/* The exact value of a finding; 0 = it has none. */
static unsigned exactly(const probe_result *measured, const char *name)
{
    const probe_finding *found = probe_find(&measured->findings, name);
    return found != NULL && found->least == found->most && found->least < UINT32_MAX ? (unsigned)found->least
                                                                                     : 0;
}

void probe_fit_policies(const probe_result *measured, char scheme[PROBE_FIT_POLICIES])
{
    enum { PAGE = 4096 };
    const unsigned l1 = exactly(measured, "tlb1.entries"), l2 = exactly(measured, "tlb2.entries"),
                   ways = exactly(measured, "tlb2.ways");
    scheme[0] = '\0';
    if (exactly(measured, "tlb1.page") != PAGE || l1 == 0)
        return;
    int n = snprintf(scheme, PROBE_FIT_POLICIES, "tlb:shared_tlb:l1=%u", l1);
    if (l2 > 0)
        n += snprintf(scheme + n, PROBE_FIT_POLICIES - (size_t)n, ":l2=%u", l2);
    if (l2 > 0 && ways > 0)
        snprintf(scheme + n, PROBE_FIT_POLICIES - (size_t)n, ":ways=%u", ways);
}

int probe_fit(const probe_result *measured, probe_recorder *recorder, const sim_policies *policies,
              const atomic_bool *stop, sim_config *config, sim_config_notes *notes, poise_error *err)
{
    const fitting f = {measured, config, notes};
    if (measured->findings.n == 0)
        return poise_fail(err, POISE_USAGE, "nothing has been found yet: let 'poise probe' end first");
    int code = fit_caches(&f, err);
    if (code == POISE_OK)
        code = fit_counts(&f, err);
    if (code == POISE_OK)
        code = sim_config_check(config, err);
    return code == POISE_OK ? probe_fit_latencies(measured, recorder, policies, stop, config, notes, err)
                            : code;
}

/* Memory systems of random machines, of which the inference knows nothing but times. What it says must be so,
 * and of machines that hide nothing it must say everything. POISE_MACHINES=300 asks for more than fit into
 * `make test`, POISE_FIRST=N begins with machine N of them, POISE_SEED=N asks for others.
 *
 * test: slow */
#include "common/random.h"
#include "probe/infer/exact.h"
#include "probe/simulated/simulated.h"
#include "tests/test.h"
#include "tests/unit/probe/recorder.h"

#include <math.h>

enum { MACHINES = 2, LINE = 128, ROOM = 1 << 30, PAGE = 4096, LARGE_PAGE = 2 << 20 };

typedef struct machine {
    sim_config config;
    sim_policies policies;
    char tlb[96];
    uint32_t pages[2], ways; /* entries of the TLBs, 0 = there is none; ways of the second */
    uint32_t page;           /* bytes */
    bool is_lru[2];          /* L1, L2 */
} machine;

static uint32_t one_of(poise_random *random, const uint32_t *values, uint32_t n)
{
    return values[poise_random_below(random, n)];
}
#define ONE_OF(random, ...)                           \
    one_of((random), (const uint32_t[]){__VA_ARGS__}, \
           (uint32_t)(sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)))

static bool happens(poise_random *random, uint32_t one_in)
{
    return poise_random_below(random, one_in) == 0;
}

/* L1s of 1 to 64 KB, L2s of 96 KB to 2 MB and more than twice their L1. */
static void draw_caches(poise_random *random, sim_config *c)
{
    do {
        c->l1_sets = ONE_OF(random, 8, 16, 32, 64);
        c->l1_ways = ONE_OF(random, 1, 2, 4, 6, 8);
        c->channels = ONE_OF(random, 2, 3, 4, 6);
        c->l2_banks = c->channels * ONE_OF(random, 1, 2, 4);
        c->l2_sets = ONE_OF(random, 32, 43, 64, 86);
        c->l2_ways = ONE_OF(random, 4, 6, 8, 16);
    } while (c->l2_banks * c->l2_sets * c->l2_ways <= 4 * c->l1_sets * c->l1_ways);
    const bool may_hash = c->l1_sets == 32 || c->l1_sets == 64;
    c->l1_index = may_hash && happens(random, 2) ? 1 : 0;
    c->l2_sector_bytes = ONE_OF(random, 32, 128);
    c->l1_sector_bytes = c->l2_sector_bytes == LINE ? LINE : ONE_OF(random, 32, 128);
    c->l1_latency = ONE_OF(random, 0, 13, 40, 120);
    c->l2_latency = ONE_OF(random, 0, 13, 40, 120);
}

static void draw_rest(poise_random *random, sim_config *c)
{
    c->icnt_mhz = ONE_OF(random, 500, 700, 933, 1400);
    c->l2_mhz = ONE_OF(random, 500, 700, 933, 1400);
    c->icnt_latency = ONE_OF(random, 2, 4, 9);
    /* The loop of a chase takes 43 cycles: a cache that answers within them is not told from one above. */
    if (c->l2_latency == 0 && c->icnt_latency < 9)
        c->l2_latency = 13;
    c->flit_reply_bytes = ONE_OF(random, 32, 64, 128);
    c->dram_mhz = ONE_OF(random, 600, 924, 1250);
    c->dram_latency = ONE_OF(random, 0, 40, 100);
    c->dram_banks = ONE_OF(random, 4, 8, 16);
    c->dram_row_bytes = ONE_OF(random, 1024, 2048, 4096, 8192);
    c->dram_interleave_bytes = ONE_OF(random, 128, 256, 512, 2048);
    c->channel_interleave = happens(random, 6) ? INTERLEAVE_FRAMES : 0;
    c->t_rcd = ONE_OF(random, 9, 12, 20);
    c->t_rp = ONE_OF(random, 9, 12, 20);
    c->t_rc = c->t_ras + c->t_rp;
}

static const char *draw_policy(poise_random *random, bool *is_lru)
{
    static const char *const others[] = {"srrip", "dip", "drrip", "ship", "eaf"};
    *is_lru = !happens(random, 4);
    return *is_lru ? NULL : others[poise_random_below(random, 5)];
}

static void draw_tlbs(poise_random *random, machine *m)
{
    m->page = happens(random, 2) ? PAGE : LARGE_PAGE;
    m->policies.vm = m->page == PAGE ? "identity:4k" : "identity:2m";
    const uint32_t kind = ONE_OF(random, 0, 1, 1, 2);
    if (kind == 0)
        return;
    m->pages[0] = ONE_OF(random, 2, 8, 16, 48, 64, 128);
    m->policies.tlb = m->tlb;
    if (kind == 2) {
        snprintf(m->tlb, sizeof m->tlb, "pwcache:l1=%u", m->pages[0]);
        return;
    }
    do {
        m->ways = ONE_OF(random, 2, 4, 8, 16);
        m->pages[1] = m->ways * ONE_OF(random, 8, 12, 32, 64);
    } while (m->pages[1] <= m->pages[0]);
    snprintf(m->tlb, sizeof m->tlb, "shared_tlb:l1=%u:l2=%u:ways=%u:latency=%u", m->pages[0], m->pages[1],
             m->ways, ONE_OF(random, 1, 10, 40));
}

static void draw(poise_random *random, machine *m)
{
    *m = (machine){0};
    sim_config_default(&m->config);
    draw_caches(random, &m->config);
    draw_rest(random, &m->config);
    m->policies.l1 = draw_policy(random, &m->is_lru[0]);
    m->policies.l2 = draw_policy(random, &m->is_lru[1]);
    draw_tlbs(random, m);
}

/* ---- what must be found ---- */

typedef struct verdict {
    const probe_findings *found;
    uint32_t wrong, missed;
} verdict;

static void say(verdict *v, const char *name, const char *what, double truth)
{
    const probe_finding *f = probe_find(v->found, name);
    print_message("%s: %s, it is %.17g", name, what, truth);
    if (f != NULL)
        print_message(", found %.17g to %.17g %s: %s", f->least, f->most, f->text, f->why);
    print_message("\n");
}

/* A value may be unknown, or a range that holds it, unless it must be known. */
static void expect(verdict *v, const char *name, double truth, bool must)
{
    const probe_finding *f = probe_find(v->found, name);
    if (f != NULL && !isnan(f->least) && !(f->least <= truth && truth <= f->most)) {
        say(v, name, "wrong", truth);
        v->wrong++;
    } else if (must && (f == NULL || f->least != truth || f->most != truth)) {
        say(v, name, "missed", truth);
        v->missed++;
    }
}

static void expect_nothing(verdict *v, const char *name)
{
    const probe_finding *f = probe_find(v->found, name);
    if (f == NULL || (isnan(f->least) && f->text[0] == '\0'))
        return;
    say(v, name, "wrong", NAN);
    v->wrong++;
}

static void expect_replacement(verdict *v, const char *name, bool is_lru, bool must)
{
    const probe_finding *f = probe_find(v->found, name);
    const char *const text = f != NULL ? f->text : "";
    if (is_lru ? text[0] != '\0' && strcmp(text, "LRU") != 0 : text[0] == 'L' || text[0] == 'F') {
        say(v, name, "wrong", is_lru);
        v->wrong++;
    } else if (must && text[0] == '\0') {
        say(v, name, "missed", is_lru);
        v->missed++;
    }
}

static void expect_index(verdict *v, bool is_hashed, bool must)
{
    const probe_finding *f = probe_find(v->found, "l1.index");
    const char *const text = f != NULL ? f->text : "";
    if (strcmp(text, is_hashed ? "linear" : "hashed") == 0) {
        say(v, "l1.index", "wrong", is_hashed);
        v->wrong++;
    } else if (must && text[0] == '\0') {
        say(v, "l1.index", "missed", is_hashed);
        v->missed++;
    }
}

/* Translation that hides nothing of caches: all that is asked lies within the reach of the first TLB. */
static bool is_within_reach(const machine *m, uint64_t bytes)
{
    return m->pages[0] == 0 || bytes <= (uint64_t)m->pages[0] * m->page;
}

static void expect_l1(verdict *v, const machine *m)
{
    const sim_config *c = &m->config;
    const uint32_t bytes = c->l1_sets * c->l1_ways * LINE;
    const bool must = m->is_lru[0] && is_within_reach(m, 2 * (uint64_t)bytes);
    expect(v, "l1.capacity", bytes, must);
    expect(v, "l1.sector", c->l1_sector_bytes, must);
    expect(v, "l1.line", LINE, must);
    expect(v, "l1.sets", c->l1_sets, must);
    expect(v, "l1.ways", c->l1_ways, must);
    expect_replacement(v, "l1.replacement", m->is_lru[0], must && c->l1_ways > 1);
    expect_index(v, c->l1_index != 0, must);
    expect_nothing(v, "l3.capacity");
}

/* A line that the L1 fetches whole hides the sectors of the L2. Sets of a bank that are no
 * multiple of the lines that banks are dealt do not overflow together. */
static void expect_l2(verdict *v, const machine *m)
{
    const sim_config *c = &m->config;
    const uint32_t sets = c->l2_banks * c->l2_sets, bytes = sets * c->l2_ways * LINE;
    const uint32_t piece = c->dram_interleave_bytes / LINE;
    const bool is_even = c->l2_sets % piece == 0 && c->channel_interleave == 0,
               must = m->is_lru[0] && m->is_lru[1] && is_even && is_within_reach(m, 2 * (uint64_t)bytes);
    expect(v, "l2.capacity", bytes, must);
    expect(v, "l2.sector", c->l1_sector_bytes > c->l2_sector_bytes ? c->l1_sector_bytes : c->l2_sector_bytes,
           must);
    expect(v, "l2.line", LINE, must);
    expect(v, "l2.sets", sets, must);
    expect(v, "l2.ways", c->l2_ways, must);
    expect_replacement(v, "l2.replacement", m->is_lru[1], false);
}

static void expect_tlbs(verdict *v, const machine *m)
{
    if (m->pages[0] == 0) {
        expect_nothing(v, "tlb1.entries");
        return;
    }
    expect(v, "tlb1.page", m->page, false);
    expect(v, "tlb1.entries", m->pages[0], false);
    expect(v, "tlb1.ways", m->pages[0], false);
    expect(v, "tlb1.sets", 1, false);
    if (m->pages[1] == 0) {
        expect_nothing(v, "tlb2.entries");
        return;
    }
    const uint32_t sets = m->pages[1] / m->ways;
    expect(v, "tlb2.entries", m->pages[1], false);
    expect(v, "tlb2.ways", m->ways, false);
    expect(v, "tlb2.sets", sets, false);
}

/* Bit 8 of what a channel has chooses the bank. Pairs of loads must lie in one page that has been found. */
static void expect_dram(verdict *v, const machine *m)
{
    const sim_config *c = &m->config;
    const probe_finding *page = probe_find(v->found, "tlb1.page");
    const bool is_dealt = c->channel_interleave == 0,
               must = m->pages[0] == 0 || (page != NULL && page->least == LARGE_PAGE);
    expect(v, "dram.interleave", is_dealt && c->dram_interleave_bytes < 256 ? c->dram_interleave_bytes : 256,
           must);
    expect(v, "dram.row", c->dram_row_bytes, must);
    expect(v, "dram.banks", c->dram_banks * (is_dealt ? c->channels : 1), must);
}

static void describe(const machine *m, uint32_t number)
{
    const sim_config *c = &m->config;
    print_message(
        "machine %u: l1 %u x %u %s %s sector %u latency %u, l2 %u x %u x %u %s sector %u latency "
        "%u, crossbar %g MHz %u, l2 %g MHz, dram %u channels of %u banks, rows of %u, by %u%s, %s %s\n",
        number, c->l1_sets, c->l1_ways, c->l1_index ? "hash" : "linear",
        m->policies.l1 ? m->policies.l1 : "lru", c->l1_sector_bytes, c->l1_latency, c->l2_banks, c->l2_sets,
        c->l2_ways, m->policies.l2 ? m->policies.l2 : "lru", c->l2_sector_bytes, c->l2_latency, c->icnt_mhz,
        c->icnt_latency, c->l2_mhz, c->channels, c->dram_banks, c->dram_row_bytes, c->dram_interleave_bytes,
        c->channel_interleave ? " in frames" : "", m->tlb, m->policies.vm);
}

static void probe_machine(const machine *m, probe_recorder *kept, verdict *v)
{
    poise_error err;
    probe_bench *bench = NULL;
    probe_findings found = {0};
    if (sim_config_check(&m->config, &err) != POISE_OK ||
        probe_simulated_open(&bench, kept, &m->config, &m->policies, NULL, &err) != POISE_OK ||
        probe_infer_exact(bench, ROOM, &found, &err) != POISE_OK)
        fail_msg("%s", err.text);
    if (bench != NULL)
        bench->close(bench);
    *v = (verdict){.found = &found};
    expect_l1(v, m);
    expect_l2(v, m);
    expect_tlbs(v, m);
    expect_dram(v, m);
    probe_findings_free(&found);
}

static uint32_t number_of(const char *variable, uint32_t otherwise)
{
    const char *const text = getenv(variable);
    return text != NULL ? (uint32_t)strtoul(text, NULL, 10) : otherwise;
}

static void random_machines_are_recognised(void **state)
{
    poise_random random;
    uint32_t wrong = 0, missed = 0;
    const uint32_t machines = number_of("POISE_MACHINES", MACHINES), first = number_of("POISE_FIRST", 0);
    (void)state;
    probe_recorder *const kept = test_recorder();
    poise_random_seed(&random, number_of("POISE_SEED", 1));
    for (uint32_t i = 0; i < machines; i++) {
        machine m;
        verdict v;
        draw(&random, &m);
        if (m.tlb[0] != '\0')
            m.policies.tlb = m.tlb;
        if (i < first)
            continue;
        probe_machine(&m, kept, &v);
        if (v.wrong + v.missed > 0)
            describe(&m, i);
        wrong += v.wrong;
        missed += v.missed;
    }
    assert_int_equal(wrong, 0);
    assert_int_equal(missed, 0);
}

/* The machine of a preset has no TLBs, and LRU everywhere. POISE_PRESETS=NAME,NAME... asks for others. */
static void presets_are_recognised(void **state)
{
    char names[256];
    const char *const more = getenv("POISE_PRESETS");
    uint32_t failed = 0;
    (void)state;
    probe_recorder *const kept = test_recorder();
    snprintf(names, sizeof names, "%s", more != NULL ? more : "gtx480");
    char *rest = NULL;
    for (char *name = strtok_r(names, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest)) {
        poise_error err;
        verdict v;
        machine m = {.is_lru = {true, true}, .page = PAGE};
        sim_config_default(&m.config);
        if (sim_config_load(&m.config, name, &err) != POISE_OK)
            fail_msg("%s", err.text);
        probe_machine(&m, kept, &v);
        if (v.wrong + v.missed > 0)
            print_message("preset %s\n", name);
        failed += v.wrong + v.missed;
    }
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_machines_are_recognised),
                                       cmocka_unit_test(presets_are_recognised)};
    return cmocka_run_group_tests(tests, test_recorder_open, test_recorder_close);
}

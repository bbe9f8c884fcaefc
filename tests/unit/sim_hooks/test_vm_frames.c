/* Mosaic and GPU-MMU as vm policies: a host that keeps page tables as the simulator does finds the contract
 * of sim_hooks/vm.h kept, whatever programs allocate, release and touch, and whenever pages arrive. */
#include "common/random.h"
#include "sim_hooks/registry.h"
#include "sim_hooks/vm/frames_policy.h"
#include "tests/frames_check.h"
#include "tests/policy_figure.h"
#include "tests/test.h"

enum { APPS = 2, LARGE = 6, PAGES = LARGE * FRAMES_PAGES, TOKENS = 64, COPIES = 512, P = FRAMES_PAGES };

typedef enum entry_state { NOWHERE, FAULT, PRESENT, HOLE } entry_state;

typedef struct entry {
    entry_state state;
    uint64_t frame;
} entry;

/* A buffer that crosses the link before its program may use it. */
typedef struct copy {
    uint16_t app;
    bool is_lost; /* the program has ended */
} copy;

typedef struct fake_host {
    vm_host host;
    const vm_policy *policy;
    void *state;
    entry entry[APPS][PAGES];
    bool is_large[APPS][LARGE], is_still /* no SM runs */;
    bool taken[FRAMES_CHECK_PLACES];
    uint32_t token[TOKENS], under_way; /* that have not arrived */
    copy copies[COPIES];               /* likewise, in order */
    uint32_t n_copies;
    bool is_copied;              /* paging=before */
    bool is_absent[APPS][PAGES]; /* a copy brings it */
    uint64_t coalesced, splintered, moved, stalled, unmapped, presented;
} fake_host;

static fake_host h;

static uint64_t places(void)
{
    const frames *f = frames_policy_memory(h.state);
    return (uint64_t)f->options.frames * f->pages;
}

/* As a walk does; false when memory is full. */
static bool ask(uint16_t app, uint64_t page)
{
    entry *e = &h.entry[app][page];
    vm_place place = {0};
    if (h.policy->place(h.state, app, page, &place, 0) == VM_FAULT) {
        e->state = FAULT;
        return true;
    }
    if (place.frame >= places()) {
        assert_true(e->state == NOWHERE);
        return false;
    }
    assert_false(h.taken[place.frame] || h.is_absent[app][page]);
    h.taken[place.frame] = true;
    *e = (entry){PRESENT, place.frame};
    return true;
}

static void transfer(void *opaque, uint32_t token, uint64_t bytes, bool to_gpu)
{
    (void)opaque;
    if (token >= TOKENS) {
        assert_true(to_gpu && bytes > 0 && h.n_copies < COPIES && h.is_still && token - TOKENS < APPS);
        h.copies[h.n_copies++] = (copy){.app = (uint16_t)(token - TOKENS)};
        return;
    }
    assert_true(to_gpu && bytes == 4096 && h.under_way < TOKENS);
    for (uint32_t i = 0; i < h.under_way; i++)
        assert_int_not_equal(h.token[i], token);
    h.token[h.under_way++] = token;
}

static void present(void *opaque, uint16_t app, uint64_t page)
{
    (void)opaque;
    assert_int_equal(h.entry[app][page].state, FAULT);
    h.presented++;
    ask(app, page);
    assert_int_equal(h.entry[app][page].state, PRESENT);
}

static void coalesce(void *opaque, uint16_t app, uint64_t large_page)
{
    (void)opaque;
    const entry *e = &h.entry[app][large_page * P];
    assert_false(h.is_large[app][large_page]);
    for (uint64_t i = 0; i < P; i++) {
        if (e[i].state == NOWHERE)
            ask(app, large_page * P + i);
        assert_int_equal(e[i].state, PRESENT);
        assert_int_equal(e[i].frame, e[0].frame + i);
    }
    assert_int_equal(e[0].frame % P, 0);
    h.is_large[app][large_page] = true;
    h.coalesced++;
}

static void splinter(void *opaque, uint16_t app, uint64_t large_page)
{
    (void)opaque;
    entry *e = &h.entry[app][large_page * P];
    assert_true(h.is_still && h.is_large[app][large_page]);
    h.is_large[app][large_page] = false;
    for (uint64_t i = 0; i < P; i++) {
        if (e[i].state == HOLE) {
            h.taken[e[i].frame] = false;
            e[i].state = NOWHERE;
        }
    }
    h.splintered++;
}

static void move(void *opaque, uint16_t app, uint64_t page, uint64_t frame)
{
    (void)opaque;
    entry *e = &h.entry[app][page];
    assert_true(h.is_still && e->state == PRESENT && !h.is_large[app][page / P] && !h.taken[frame]);
    h.taken[e->frame] = false;
    h.taken[frame] = true;
    e->frame = frame;
    h.moved++;
}

static void unmap(void *opaque, uint16_t app, uint64_t page)
{
    (void)opaque;
    entry *e = &h.entry[app][page];
    assert_true(h.is_still && (e->state == PRESENT || e->state == FAULT));
    h.unmapped++;
    if (h.is_large[app][page / P]) {
        e->state = HOLE;
        return;
    }
    if (e->state == PRESENT)
        h.taken[e->frame] = false;
    e->state = NOWHERE;
}

static void stall(void *opaque, uint64_t cycles)
{
    (void)opaque;
    assert_true(h.is_still);
    h.stalled += cycles;
}

static void begin(const char *string)
{
    poise_error err;
    policy_choice choice;
    memset(&h, 0, sizeof h);
    static const uint32_t nobody[POLICY_PROGRAMS];
    h.host = (vm_host){.pages = TOKENS,
                       .waiting = nobody,
                       .core_mhz = 1020,
                       .copy_cycles = 300,
                       .transfer = transfer,
                       .present = present,
                       .coalesce = coalesce,
                       .splinter = splinter,
                       .move = move,
                       .unmap = unmap,
                       .stall = stall};
    h.is_still = true;
    h.is_copied = strstr(string, "before") != NULL;
    if (policy_choose(POLICY_VM, string, &choice, &err) != POISE_OK)
        fail_msg("%s", err.text);
    h.policy = policy_functions(&choice);
    if (h.policy->create(&h.host, choice.options, &h.state, &err) != POISE_OK)
        fail_msg("%s", err.text);
    policy_choice_free(&choice);
}

static void end(void)
{
    h.policy->life.destroy(h.state);
}

static void allocate(uint16_t app, uint64_t page, uint64_t n)
{
    for (uint64_t i = page; i < page + n && h.is_copied; i++)
        h.is_absent[app][i] |= frames_place(frames_policy_memory(h.state), app, i) == FRAMES_NIL;
    h.policy->allocate(h.state, app, page * 4096, n * 4096, 0);
}

static void release(uint16_t app, uint64_t page, uint64_t n)
{
    h.policy->release(h.state, app, page * 4096, n * 4096, 0);
    memset(&h.is_absent[app][page], 0, n * sizeof h.is_absent[app][page]);
}

/* Pages of all programs: a host has no more than so many that wait. */
static uint32_t waiting(void)
{
    uint32_t n = 0;
    for (uint32_t app = 0; app < APPS; app++)
        for (uint32_t i = 0; i < PAGES; i++)
            n += h.entry[app][i].state == FAULT;
    return n > h.under_way ? n : h.under_way;
}

/* Whether it waits. */
static bool touch(uint16_t app, uint64_t page)
{
    if (h.entry[app][page].state == NOWHERE && !h.is_large[app][page / P])
        ask(app, page);
    if (h.entry[app][page].state == PRESENT && h.policy->walked)
        h.policy->walked(h.state, app, page);
    return h.entry[app][page].state == FAULT;
}

static void arrive(uint32_t i)
{
    const uint32_t token = h.token[i];
    h.token[i] = h.token[--h.under_way];
    h.policy->transferred(h.state, token, 0);
}

/* The oldest copy; with the last of a program all of it is there. */
static void copy_arrives(void)
{
    const copy first = h.copies[0];
    bool is_last = !first.is_lost;
    memmove(h.copies, h.copies + 1, --h.n_copies * sizeof *h.copies);
    for (uint32_t i = 0; i < h.n_copies; i++)
        is_last &= h.copies[i].app != first.app;
    if (is_last)
        memset(h.is_absent[first.app], 0, sizeof h.is_absent[first.app]);
    h.policy->transferred(h.state, TOKENS + first.app, 0);
    for (uint32_t i = 0; is_last && i < PAGES; i++)
        assert_int_not_equal(h.entry[first.app][i].state, FAULT);
}

static double told(const char *name)
{
    policy_statistic all[POLICY_STATISTICS];
    return figure_named(all, h.policy->life.statistics(&h.state, 1, all, POLICY_STATISTICS), name);
}

/* Pages that the host has lie where the manager has them. */
static void holds(void)
{
    const frames *f = frames_policy_memory(h.state);
    const char *broken = frames_check(f);
    if (broken)
        fail_msg("%s", broken);
    for (uint32_t app = 0; app < APPS; app++)
        for (uint32_t i = 0; i < PAGES; i++)
            if (h.entry[app][i].state == PRESENT)
                assert_int_equal(h.entry[app][i].frame, frames_place(f, (uint16_t)app, i));
}

static void program_ends(uint16_t app)
{
    h.policy->life.app_end(h.state, app, 0);
    for (uint32_t i = 0; i < PAGES; i++) {
        entry *e = &h.entry[app][i];
        if (e->state == PRESENT || e->state == HOLE)
            h.taken[e->frame] = false;
        *e = (entry){NOWHERE, 0};
    }
    memset(h.is_large[app], 0, sizeof h.is_large[app]);
    memset(h.is_absent[app], 0, sizeof h.is_absent[app]);
    for (uint32_t i = 0; i < h.n_copies; i++)
        h.copies[i].is_lost |= h.copies[i].app == app;
}

/* SMs run between launches: pages are touched and arrive. */
static void random_programs(const char *string, uint64_t seed)
{
    poise_random random;
    poise_random_seed(&random, seed);
    begin(string);
    for (int i = 0; i < 400; i++) {
        const uint16_t app = (uint16_t)poise_random_below(&random, APPS);
        const uint64_t large = poise_random_below(&random, LARGE), kind = poise_random_below(&random, 20);
        const uint64_t page = large * P + (kind % 2 ? poise_random_below(&random, P) : 0);
        const uint64_t n = kind % 2 ? 1 + poise_random_below(&random, PAGES - page) : P;
        h.is_still = kind < 11;
        if (kind < 6)
            allocate(app, page, n);
        else if (kind < 10)
            release(app, page, n);
        else if (kind == 10 && i % 4 == 0)
            program_ends(app);
        uint32_t room = TOKENS - waiting();
        for (uint64_t k = page; k < page + n && !h.is_still && room > 0; k++)
            room -= touch(app, k);
        if (h.policy->life.gather && kind % 2) {
            h.is_still = true;
            h.policy->life.gather(&h.state, 1, (uint64_t)(i + 1) * 1000);
        }
        h.is_still = false;
        for (uint64_t k = poise_random_below(&random, TOKENS + 1); k > 0 && h.under_way > 0; k--)
            arrive((uint32_t)poise_random_below(&random, h.under_way));
        while (h.n_copies > 0 && poise_random_below(&random, 3) == 0)
            copy_arrives();
        holds();
    }
}

static void hosts_find_the_contract_kept(void **state)
{
    (void)state;
    static const char *const strings[] = {
        "mosaic:memory=16",
        "mosaic:memory=16:paging=none",
        "mosaic:memory=8:paging=none:compaction=bulk:threshold=512",
        "mosaic:memory=16:compaction=none:paging=none:fragmentation=50",
        "mosaic:memory=16:channels=4:fragmentation=100:occupancy=25:paging=none:compaction=ideal",
        "gpu_mmu:memory=16:fragmentation=30",
        "gpu_mmu:memory=8:paging=none",
        "mosaic:memory=16:paging=before",
        "mosaic:memory=8:paging=before:compaction=ideal:threshold=512",
        "gpu_mmu:memory=16:paging=before",
        "mosaic:memory=16:paging=none:fragmentation=100:occupancy=25:worth=1000000:window=1000",
        "mosaic:memory=16:fragmentation=50:worth=1000000:window=1000:compaction=bulk:threshold=64",
        "mosaic:memory=16:paging=before:fragmentation=100:occupancy=10:worth=1000000:window=1000",
    };
    uint64_t coalesced = 0, splintered = 0, moved = 0, stalled = 0, gathered = 0, presented = 0;
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        random_programs(strings[i], i + 1);
        coalesced += h.coalesced;
        splintered += h.splintered;
        moved += h.moved;
        stalled += h.stalled;
        gathered += h.policy->life.gather ? frames_policy_memory(h.state)->counts.gathered : 0;
        presented += h.presented;
        end();
    }
    printf("%u large pages gathered\n", (unsigned)gathered);
    assert_true(coalesced > 10 && splintered > 5 && moved > 500 && stalled > 10000 && presented > 1000 &&
                gathered > 8);
}

/* The large page comes to be when its last page has arrived. */
static void large_pages_arrive_page_by_page(void **state)
{
    (void)state;
    begin("mosaic:memory=16");
    allocate(0, 0, 2 * P);
    h.is_still = false;
    for (uint64_t i = 0; i < P; i++) {
        assert_int_equal(h.coalesced, 0);
        touch(0, i);
        assert_int_equal(h.under_way, 1);
        arrive(0);
    }
    assert_int_equal(h.coalesced, 1);
    assert_true(h.is_large[0][0]);
    touch(0, P);
    assert_int_equal(h.entry[0][P].state, FAULT);
    assert_true(told("far_faults") == P + 1 && told("coalesced") == 1 && told("bloat") <= 0);
    holds();
    end();
}

/* Nothing of a program is there before all of it is; then nothing waits any more, and what was in one piece
 * is a large page. What comes later waits, and what was there does not. */
static void programs_are_copied_before_they_start(void **state)
{
    (void)state;
    begin("mosaic:memory=16:paging=before");
    allocate(0, 0, P);
    allocate(0, 2 * P, 3);
    allocate(1, 0, 1);
    assert_int_equal(h.n_copies, 3);
    h.is_still = false;
    touch(0, 5);
    touch(0, 2 * P);
    touch(1, 0);
    copy_arrives();
    assert_int_equal(h.entry[0][5].state, FAULT);
    copy_arrives();
    assert_true(h.entry[0][5].state == PRESENT && h.entry[0][2 * P].state == PRESENT && h.is_large[0][0]);
    assert_int_equal(h.entry[1][0].state, FAULT);
    touch(0, 2 * P + 1);
    assert_int_equal(h.entry[0][2 * P + 1].state, PRESENT);
    h.is_still = true;
    allocate(0, 3 * P, P);
    h.is_still = false;
    touch(0, 3 * P + 7);
    touch(0, 2 * P + 2);
    assert_true(h.entry[0][3 * P + 7].state == FAULT && h.entry[0][2 * P + 2].state == PRESENT);
    copy_arrives();
    copy_arrives();
    assert_true(h.is_large[0][3] && h.entry[1][0].state == PRESENT);
    assert_true(told("far_faults") == 0 && told("copied") == (2 * P + 4) * 4096.);
    holds();
    end();
}

/* Its copy arrives all the same, for nobody: the program that begins again has to wait for its own. */
static void copies_of_programs_that_have_ended(void **state)
{
    (void)state;
    begin("mosaic:memory=16:paging=before");
    allocate(0, 0, P);
    touch(0, 5);
    program_ends(0);
    allocate(0, 0, P);
    touch(0, 5);
    copy_arrives();
    assert_true(h.entry[0][5].state == FAULT && h.presented == 0);
    copy_arrives();
    assert_true(h.is_large[0][0] && h.presented == 1);
    holds();
    end();
}

static void released_pages_do_not_arrive(void **state)
{
    (void)state;
    begin("mosaic:memory=16");
    allocate(0, 0, P);
    touch(0, 5);
    release(0, 0, P);
    assert_int_equal(h.entry[0][5].state, NOWHERE);
    allocate(0, 0, P);
    touch(0, 5);
    assert_int_equal(h.under_way, 2);
    arrive(0);
    assert_int_equal(h.presented, 0);
    arrive(0);
    assert_int_equal(h.presented, 1);
    holds();
    end();
}

/* Of four pages that are left those are moved that the host knows; stalls are those of their way. */
static void compaction_takes_as_long_as_its_way(void **state)
{
    (void)state;
    static const struct {
        const char *string;
        uint64_t cycles;
    } ways[] = {{"mosaic:memory=16:paging=none", 300},
                {"mosaic:memory=16:paging=none:compaction=bulk", 82},
                {"mosaic:memory=16:paging=none:compaction=ideal", 0}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        begin(ways[i].string);
        allocate(0, 0, P);
        allocate(0, 2 * P, 100);
        release(0, 0, P - 4);
        assert_int_equal(h.splintered, 1);
        assert_int_equal(h.moved, 4);
        assert_int_equal(h.stalled, 4 * ways[i].cycles);
        assert_true(told("moved") == 4 && told("compacted") == 1 &&
                    told("stalled") == (double)(4 * ways[i].cycles));
        holds();
        end();
    }
}

/* What its edges share with other buffers stays. */
static void buffers_need_not_be_aligned(void **state)
{
    (void)state;
    begin("gpu_mmu:memory=16:paging=none");
    h.policy->allocate(h.state, 0, 100, 3 * 4096, 0);
    assert_true(told("pages") == 4);
    h.policy->release(h.state, 0, 100, 3 * 4096, 0);
    assert_true(told("pages") == 2);
    end();
}

static void full_memory_refuses(void **state)
{
    (void)state;
    begin("mosaic:memory=2");
    allocate(0, 0, P);
    h.is_still = false;
    assert_true(ask(0, 0));
    assert_false(ask(1, 0));
    end();
}

static void storage_is_two_bits(void **state)
{
    (void)state;
    begin("mosaic");
    assert_int_equal(h.policy->life.storage_bits(h.state), 1536 * 513);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hosts_find_the_contract_kept),
        cmocka_unit_test(large_pages_arrive_page_by_page),
        cmocka_unit_test(released_pages_do_not_arrive),
        cmocka_unit_test(compaction_takes_as_long_as_its_way),
        cmocka_unit_test(buffers_need_not_be_aligned),
        cmocka_unit_test(full_memory_refuses),
        cmocka_unit_test(storage_is_two_bits),
        cmocka_unit_test(programs_are_copied_before_they_start),
        cmocka_unit_test(copies_of_programs_that_have_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

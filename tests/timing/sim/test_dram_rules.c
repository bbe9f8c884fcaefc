/* Does every DRAM scheduler that there is leave the timing rules whole, and serve every request once,
 * whatever the stream of requests? The schedulers are those of the registry. POISE_DRAM_REQUESTS=n makes the
 * streams that long. */
/* test: slow */
#include "tests/dram_drive.h"
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

static const drive_stream streams[] = {
    {"mixed", 40, 33, 66, 10, 1 << 14, 50, 200},    {"long rows", 20, 20, 97, 50, 64, 200, 100},
    {"one bank", 30, 30, 30, 100, 64, 100, 300},    {"scattered", 50, 50, 0, 0, 200000, 1000, 10},
    {"seldom", 60, 25, 50, 20, 1 << 12, 1, 800},    {"CPUs only", 100, 30, 60, 10, 1 << 16, 30, 100},
    {"SMs only", 0, 40, 80, 5, 1 << 15, 3000, 9000}};
enum { STREAMS = sizeof streams / sizeof *streams };

/* Times that fit nothing, with refreshes so close that the channel does little else. */
static const char *const odd[] = {
    "t_ccd=3",    "t_ccdl=5",  "t_rrd=11",   "t_rcd=7",        "t_ras=19",     "t_rp=23",  "t_rc=61",
    "t_cl=17",    "t_wl=9",    "t_cdlr=8",   "t_wr=29",        "t_rtpl=13",    "t_faw=67", "t_rrdl=17",
    "t_cdlrl=21", "t_rfc=120", "t_refi=601", "t_ccdl_write=9", "dram_banks=6", "t_ppd=5",  NULL};
static const char *const in_ns[] = {"t_unit=ns", "t_refi=3900", "t_rfc=110", "dram_first=oldest", NULL};
static const char *const sectors[] = {"l2_sector_bytes=32", "dram_burst_bytes=32", "dram_queue=64", NULL};
static const char *const closed[] = {"dram_row=closed", "dram_command_cycles=2", "t_rtw=17", NULL};
static const char *const closed_in_ns[] = {"t_unit=ns", "t_refi=3900", "t_rfc=110", "dram_row=closed", NULL};
/* For schedulers that have no account of banks. */
static const char *const queue[] = {"dram_service=queue", "dram_command_cycles=2", "t_ppd=2", "t_rtw=14",
                                    NULL};
static const char *const odd_queue[] = {"dram_service=queue",
                                        "dram_row=closed",
                                        "dram_first=oldest",
                                        "t_ccd=3",
                                        "t_ccdl=5",
                                        "t_rrd=11",
                                        "t_rcd=7",
                                        "t_ras=19",
                                        "t_rp=23",
                                        "t_rc=61",
                                        "t_cl=17",
                                        "t_wl=9",
                                        "t_cdlr=8",
                                        "t_wr=29",
                                        "t_rtpl=13",
                                        "t_faw=67",
                                        "t_rrdl=17",
                                        "t_cdlrl=21",
                                        "t_rfc=120",
                                        "t_refi=601",
                                        "t_ccdl_write=9",
                                        "dram_banks=6",
                                        NULL};
/* With sectors SMs are alone: a line of theirs takes four places of a scheduler's queue at once, a CPU's one,
 * and of a full queue, whose places come free one by one, CPUs would get all (docs/CPU.md). */
static const struct {
    const char *name, *preset;
    const char *const *settings;
    bool no_cpus, is_queue;
} machines[] = {{"thesis-ch5", "thesis-ch5", NULL, false, false},
                {"sms", "sms", NULL, false, false},
                {"ddr5", "ddr5", NULL, false, false},
                {"odd", "thesis-ch5", odd, false, false},
                {"ns", "sms", in_ns, false, false},
                {"sectors", "thesis-ch5", sectors, true, false},
                {"closed", "ddr5", closed, false, false},
                {"closed, refreshed", "sms", closed_in_ns, false, false},
                {"scan", "gtx480", NULL, true, false},
                {"two buses", "volta", NULL, true, false},
                {"queue", "ddr5", queue, false, true},
                {"odd queue", "thesis-ch5", odd_queue, false, true}};
enum { MACHINES = sizeof machines / sizeof *machines };

static dram_drive d;

static uint64_t requests_of_a_stream(void)
{
    const char *wanted = getenv("POISE_DRAM_REQUESTS");
    return wanted ? strtoull(wanted, NULL, 10) : 400;
}

/* The streams of all machines; *tight gets the rules that some command has met with equality. */
static void run_streams(const char *policy, uint32_t machine, uint64_t *tight, uint64_t *longest)
{
    sim_config config;
    poise_error err;
    if (drive_config(&config, machines[machine].preset, machines[machine].settings, &err))
        fail_msg("%s", err.text);
    for (uint32_t i = 0; i < STREAMS; i++) {
        if (drive_open(&d, policy, &config, &err))
            fail_msg("%s", err.text);
        poise_random_seed(&d.random, machine * STREAMS + i);
        drive_stream stream = streams[i];
        stream.of_cpus = machines[machine].no_cpus ? 0 : stream.of_cpus;
        if (!drive_run(&d, &stream, requests_of_a_stream()))
            fail_msg("%s, %s: %s", machines[machine].name, streams[i].name, d.broken);
        for (uint32_t rule = 0; rule < DRAM_RULES; rule++)
            *tight |= (uint64_t)(d.rules.slack[rule] == 0) << rule;
        *longest = later(*longest, d.longest);
        drive_close(&d);
    }
}

/* Cycles that no request of these streams may take: a bound that is far away, as a scheduler's own is (its
 * paper's batches, quanta and ages are tens of thousands of cycles). SMS promises the GPU a share of its
 * picks, (1 - p) / sources = 1 / 50, and up to 400 requests of the GPU wait for them one behind the other, a
 * row cycle of 130 each; twice that. */
enum { STARVED = 1000000, STARVED_UNDER_SMS = 2 * 50 * 400 * 130 };

static void no_scheduler_breaks_a_rule_or_starves_a_request(void **state)
{
    (void)state;
    const policy_info *policy;
    for (size_t i = 0; (policy = policy_builtin(POLICY_DRAM, i)) != NULL; i++) {
        uint64_t tight = 0, longest = 0;
        for (uint32_t machine = 0; machine < MACHINES; machine++)
            if (!machines[machine].is_queue || !((const dram_policy *)(const void *)policy)->done)
                run_streams(policy->name, machine, &tight, &longest);
        print_message("%s: no request took longer than %llu cycles\n", policy->name,
                      (unsigned long long)longest);
        assert_true(longest < (strcmp(policy->name, "sms") == 0 ? STARVED_UNDER_SMS : STARVED));
    }
}

/* Each rule is met with equality somewhere: without that, the test above would pass for a channel that is
 * slow. */
static void commands_come_as_early_as_they_may(void **state)
{
    (void)state;
    uint64_t tight = 0, longest = 0;
    for (uint32_t machine = 0; machine < MACHINES; machine++)
        run_streams("frfcfs", machine, &tight, &longest);
    for (uint32_t rule = 0; rule < DRAM_RULES; rule++)
        if (!(tight >> rule & 1))
            fail_msg("no command met %s", dram_rule_name[rule]);
}

/* Row commands and columns go in one cycle where the machine says so, and only there. */
static void pairs_of_commands(void **state)
{
    (void)state;
    static const char *const presets[] = {"thesis-ch5", "gtx480", "volta"};
    for (uint32_t i = 0; i < sizeof presets / sizeof *presets; i++) {
        sim_config config;
        poise_error err;
        if (drive_config(&config, presets[i], NULL, &err) || drive_open(&d, "frfcfs", &config, &err))
            fail_msg("%s", err.text);
        poise_random_seed(&d.random, i);
        drive_stream stream = streams[0];
        stream.of_cpus = 0;
        assert_true(drive_run(&d, &stream, 400));
        assert_int_equal(d.rules.pairs != 0, i != 0);
        drive_close(&d);
    }
}

/* What the scheduler tells of itself, as text: numbers that are not there are equal. */
static void tell(char *text, size_t room)
{
    policy_statistic all[POLICY_STATISTICS] = {{0}};
    void *const states[] = {d.watch.state};
    const policy_life *life = &d.watch.watched->life;
    const size_t n = life->statistics ? life->statistics(states, 1, all, POLICY_STATISTICS) : 0;
    text[0] = 0;
    for (size_t i = 0, used = 0; i < n && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s %.17g\n", all[i].name, all[i].value);
}

/* In a mix a launch begins beside others: what a scheduler tells is of all of them (docs/MIXES.md). */
static void a_launch_beside_others_leaves_statistics(void **state)
{
    (void)state;
    const policy_info *policy;
    sim_config config;
    poise_error err;
    size_t reset = 0;
    if (drive_config(&config, "sms", NULL, &err))
        fail_msg("%s", err.text);
    for (size_t i = 0; (policy = policy_builtin(POLICY_DRAM, i)) != NULL; i++) {
        char before[2000], after[2000];
        if (drive_open(&d, policy->name, &config, &err))
            fail_msg("%s", err.text);
        poise_random_seed(&d.random, i);
        assert_true(drive_run(&d, &streams[0], requests_of_a_stream()));
        const policy_life *life = &d.watch.watched->life;
        tell(before, sizeof before);
        if (life->launch_begin) {
            life->launch_begin(d.watch.state, &(policy_launch){.kernel = 2, .warps = 24, .cycle = d.now});
            tell(after, sizeof after);
            assert_string_equal(before, after);
            life->launch_begin(d.watch.state, &(policy_launch){.kernel = 3, .warps = 24});
            tell(after, sizeof after);
            reset += strcmp(before, after) != 0;
        }
        drive_close(&d);
    }
    assert_true(reset >= 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_launch_beside_others_leaves_statistics),
        cmocka_unit_test(no_scheduler_breaks_a_rule_or_starves_a_request),
        cmocka_unit_test(commands_come_as_early_as_they_may),
        cmocka_unit_test(pairs_of_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

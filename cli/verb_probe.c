/* `poise probe`: what a memory system is, found out by pointer chases. */
#include "cli/output.h"
#include "cli/probe/probe.h"
#include "cli/verb.h"
#include "probe/host/device.h"

static const poise_option option_table[] = {
    CLI_CONFIG_OPTION(probe_options),
    CLI_SET_OPTION(probe_options),
    CLI_LENIENT_OPTION(probe_options),
    {"device", 'd', POISE_OPT_INT, offsetof(probe_options, device), "-1", -1, 255, NULL, "N",
     "instead of a machine of the simulator OpenCL device N of this machine; -1 = none"},
    {"list", 0, POISE_OPT_FLAG, offsetof(probe_options, lists), NULL, POISE_ANY_RANGE, NULL, NULL,
     "list the devices that can be probed, and stop"},
    {"policies", 0, POISE_OPT_STRING, offsetof(probe_options, policies), NULL, POISE_ANY_RANGE, NULL,
     "PART+PART", "policies of its memory side, such as l2:lip+tlb:mask; without it the baselines"},
    {"output", 'o', POISE_OPT_STRING, offsetof(probe_options, output), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "keep the surface and what was found; an interrupted run goes on from there"},
    {"from", 0, POISE_OPT_STRING, offsetof(probe_options, from), "1K", POISE_ANY_RANGE, NULL, "SIZE",
     "smallest size of the surface, a power of two"},
    {"to", 0, POISE_OPT_STRING, offsetof(probe_options, to), NULL, POISE_ANY_RANGE, NULL, "SIZE",
     "largest size of the surface; without it 16M, of a device 256M"},
    {"per-octave", 0, POISE_OPT_INT, offsetof(probe_options, per_octave), "0", 0, 8, NULL, "K",
     "sizes from one power of two to the next: 1, 2, 4 or 8; 0 = 2, of a device 4"},
    {"steps", 0, POISE_OPT_INT, offsetof(probe_options, steps), "0", 0, PROBE_MOST_STEPS, NULL, "N",
     "words that a chase goes round at most: a longer one is cut; 0 = 16384, of a device 102400 [KV]"},
    {"repeats", 0, POISE_OPT_INT, offsetof(probe_options, repeats), "0", 0, 1000, NULL, "N",
     "measurements of each point, of which the median counts; 0 = 1, as times are exact, of a device 7"},
    {"order", 0, POISE_OPT_CHOICE, offsetof(probe_options, order), "auto", POISE_ANY_RANGE,
     "auto|ascending|random", NULL,
     "in which a chase goes round; auto = ascending, of a device random, which no prefetcher guesses"},
    {"what", 0, POISE_OPT_CHOICE, offsetof(probe_options, parts), "all", POISE_ANY_RANGE,
     "all|hierarchy|surface", NULL,
     "what is found out: everything; caches, TLBs and DRAM by chases; or only the surface is measured"},
    {"fit", 0, POISE_OPT_STRING, offsetof(probe_options, fit), NULL, POISE_ANY_RANGE, NULL, "BASE",
     "measure nothing: change machine BASE until it behaves as the probe in FILE, and write it to -o"},
    {"surface", 0, POISE_OPT_STRING, offsetof(probe_options, surface), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "with --fit: keep the surface of the fitted machine, for 'poise report PROBE FILE'"},
    CLI_PROGRESS_OPTION(probe_options),
};

static int check(const probe_options *o, int n_words, char **words, poise_error *err)
{
    if (o->fit == NULL && n_words > 0)
        return poise_fail(err, POISE_USAGE, "'%s' is for --fit: to measure, give -c or --device", words[0]);
    if (o->fit != NULL && n_words != 1)
        return poise_fail(err, POISE_USAGE, "--fit takes one file that 'poise probe -o' has written");
    if (o->fit == NULL && o->surface != NULL)
        return poise_fail(err, POISE_USAGE, "--surface goes with --fit");
    int code = cli_output_check(o->output, n_words, words, err);
    return code == POISE_OK ? cli_output_check(o->surface, n_words, words, err) : code;
}

static int list_devices(poise_error *err)
{
    char text[1 << 14];
    int code = probe_device_list(text, sizeof text, err);
    if (code == POISE_OK && text[0] == '\0')
        return poise_fail(err, POISE_FAILED, "no OpenCL device of this machine can be probed");
    if (code == POISE_OK)
        fputs(text, stdout);
    return code;
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const probe_options *o = parsed;
    probe_result result = {0};
    int code = check(o, n_words, words, err);
    if (code == POISE_OK && o->lists)
        return list_devices(err);
    if (code == POISE_OK && o->fit != NULL)
        return cli_probe_fit(o, words[0], err);
    if (code == POISE_OK)
        code = cli_probe_measure(o, &result, err);
    if (code == POISE_OK)
        cli_probe_show(&result);
    probe_result_free(&result);
    return code;
}

const cli_verb verb_probe = {
    .name = "probe",
    .summary = "find out what a memory system is: caches, TLBs, DRAM, of a machine or a device",
    .synopsis = "[options] [-o FILE]  |  --fit BASE [options] -o MACHINE FILE",
    .details = "A pointer chase over sizes and strides is timed; capacity, lines, sets, ways and times of "
               "every level follow\nfrom times alone. docs/PROBE.md explains how, and what cannot be known.",
    .options = option_table,
    .n_options = sizeof option_table / sizeof *option_table,
    .options_size = sizeof(probe_options),
    .run = run,
};

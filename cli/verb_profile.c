/* `poise profile`: the counters of every warp-tuple {N, p} of every kernel launch. */
#include "cli/machine.h"
#include "cli/output.h"
#include "cli/profile/buffers.h"
#include "cli/profile/replay.h"
#include "cli/profile/sweep.h"
#include "cli/profile/windows.h"
#include "cli/shares.h"
#include "cli/train/sets.h"
#include "cli/verb.h"
#include "cli/work.h"
#include "common/file.h"
#include "trace/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct profile_options {
    cli_machine machine;
    cli_work work;
    cli_shares shares;
    const char *output, *group, *scheme, *add_windows, *priorities;
    int grid, split, loads, chunk, evict;
    bool replay, buffers, faithful;
    int64_t launches, least_p;
} profile_options;

static const poise_option options[] = {
    CLI_CONFIG_OPTION(profile_options),
    CLI_SET_OPTION(profile_options),
    CLI_LENIENT_OPTION(profile_options),
    {"output", 'o', POISE_OPT_STRING, offsetof(profile_options, output), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "the profile to write, a name that ends in .h5; or a folder for a sweep that grows: FILE/profile.h5"},
    {"grid", 0, POISE_OPT_CHOICE, offsetof(profile_options, grid), "full", POISE_ANY_RANGE,
     SWEEP_GRID_CHOICES, NULL,
     "all {N, p}; only N and p from 1 2 3 4 6 8 12 16 20 24 and the largest; or a search for the best score"},
    {"least-p", 0, POISE_OPT_INT, offsetof(profile_options, least_p), "0", 0, 1, NULL, "P",
     "0 = tuples {N, 0} too, whose warps allocate nothing; 1 = only the plane of the thesis, p >= 1"},
    {"loads", 0, POISE_OPT_CHOICE, offsetof(profile_options, loads), "none", POISE_ANY_RANGE,
     SWEEP_LOADS_CHOICES, NULL,
     "go beyond {N, p}: which load instructions had better allocate no L1 lines, by a search of at most 160 "
     "simulations a launch; or all sets of the five heaviest loads, at the coarse grid's points"},
    {"scheme", 's', POISE_OPT_STRING, offsetof(profile_options, scheme), NULL, POISE_ANY_RANGE, NULL,
     "POLICY",
     "policies beside the scheduler, whose tuples are what is swept: of l1, l2, dram, tlb and vm, such as "
     "dram:fcfs; without it their baselines. With --buffers of all places but vm"},
    {"group", 0, POISE_OPT_STRING, offsetof(profile_options, group), NULL, POISE_ANY_RANGE, NULL, "NAME",
     "program that the kernels belong to; without it the program named in the trace, else its folder"},
    {"split", 0, POISE_OPT_CHOICE, offsetof(profile_options, split), "manifest", POISE_ANY_RANGE,
     "training|evaluation|manifest", NULL,
     "whether models may be trained on these kernels; manifest = as datasets/manifest says of the runs that "
     "'make datasets' captures (control, memory, graphics, translation and paging count as evaluation), "
     "training for "
     "all others"},
    {"launches", 0, POISE_OPT_INT, offsetof(profile_options, launches), "0", 0, 1000000, NULL, "K",
     "of each kernel function of a run (a folder of traces) at most K launches, evenly spread; 0 = all"},
    CLI_SHARD_OPTION(profile_options),
    CLI_COLLECT_OPTION(profile_options),
    CLI_STATUS_OPTION(profile_options),
    {"replay", 0, POISE_OPT_FLAG, offsetof(profile_options, replay), NULL, POISE_ANY_RANGE, NULL, NULL,
     "print what --grid adaptive would have found in the profiles FULL..., which --grid full has measured"},
    {"add-windows", 0, POISE_OPT_STRING, offsetof(profile_options, add_windows), NULL, POISE_ANY_RANGE, NULL,
     "PROFILE",
     "simulate only what a PROFILE of an older program lacks: one run of each launch in which loads are "
     "counted in windows; its traces and its machine are to be named"},
    {"buffers", 0, POISE_OPT_FLAG, offsetof(profile_options, buffers), NULL, POISE_ANY_RANGE, NULL, NULL,
     "instead of a sweep: how often every page of every buffer is read and written at the boundary of L2 and "
     "memory, with caches that write through; the traces of a folder are a program [KE 4.4.2]"},
    {"faithful", 0, POISE_OPT_FLAG, offsetof(profile_options, faithful), NULL, POISE_ANY_RANGE, NULL, NULL,
     "with --buffers: run the program once for each chunk, which lies alone at the host, and count what "
     "crosses the link, as hardware has to [KE 4.2.1]"},
    {"chunk", 0, POISE_OPT_CHOICE, offsetof(profile_options, chunk), "auto", POISE_ANY_RANGE,
     BUFFERS_CHUNK_CHOICES, "SIZE",
     "with --buffers: pieces of a buffer that are counted; auto: 4K, with --faithful whole buffers"},
    {"priorities", 0, POISE_OPT_STRING, offsetof(profile_options, priorities), NULL, POISE_ANY_RANGE, NULL,
     "FILE",
     "with --buffers: a text file of priorities for eviction, by accesses / pages [KE 5.3.2], a line "
     "'APP ADDRESS BYTES PRIORITY' for each buffer; beside: FOLDER/priorities of each program, in the folder "
     "of its traces, which vm:gpuswap:priorities=beside reads"},
    {"evict", 0, POISE_OPT_CHOICE, offsetof(profile_options, evict), "auto", POISE_ANY_RANGE,
     BUFFERS_EVICT_CHOICES, "SIZE",
     "with --priorities: priorities of chunks of this size as well, in a file of that name and .chunks "
     "[KE 5.2.2]; auto: of 4M beside programs if smaller pieces are counted, else none"},
    CLI_SLURM_OPTION(profile_options),
    CLI_SLURM_OPTION_OPTION(profile_options),
    CLI_JOBS_OPTION(profile_options),
    CLI_PROGRESS_OPTION(profile_options),
};

/* The choices of --split; the first ones are those of profile_split. */
enum { SPLIT_OF_MANIFEST = PROFILE_SPLITS };
static const char *const split_names[] = {"training", "evaluation", "manifest"};

/* The command that the jobs of Slurm run, but for what differs between them. */
static int submit(const profile_options *o, const profile_job *job, const sweep_plan *plan, size_t n_words,
                  char **words, poise_error *err)
{
    char program[PATH_MAX];
    int code = poise_own_path(program, sizeof program, err);
    size_t n = 0;
    if (code != POISE_OK)
        return code;
    const char **command = calloc(n_words + 20, sizeof *command);
    if (command == NULL) {
        poise_fail(err, POISE_FAILED, "no memory for a command of %zu words", n_words);
        return POISE_FAILED;
    }
    char launches[32], least_p[32];
    snprintf(least_p, sizeof least_p, "%lld", (long long)o->least_p);
    snprintf(launches, sizeof launches, "%lld", (long long)o->launches);
    const char *const fixed[] = {program,      "profile",
                                 "-o",         o->output,
                                 "--grid",     sweep_grid_names[o->grid],
                                 "--least-p",  least_p,
                                 "--loads",    sweep_loads_names[o->loads],
                                 "--split",    split_names[o->split],
                                 "--launches", launches};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        command[n++] = fixed[i];
    if (o->group != NULL) {
        command[n++] = "--group";
        command[n++] = o->group;
    }
    if (o->scheme != NULL) {
        command[n++] = "--scheme";
        command[n++] = o->scheme;
    }
    for (size_t i = 0; i < n_words; i++)
        command[n++] = words[i];
    code = profile_submit(job, &o->shares, plan, command, n, err);
    free(command);
    return code;
}

/* Of each trace as the manifest says, malloc'ed. */
static int splits_of_manifest(const trace_files *traces, profile_split **splits, poise_error *err)
{
    bool *held_out = calloc(traces->n, sizeof *held_out);
    *splits = calloc(traces->n, sizeof **splits);
    if (held_out == NULL || *splits == NULL) {
        free(held_out);
        return poise_fail(err, POISE_FAILED, "no memory for the splits of %zu traces", traces->n);
    }
    int code = cli_find_held_out(traces, held_out, err);
    for (size_t i = 0; i < traces->n; i++)
        (*splits)[i] = held_out[i] ? PROFILE_EVALUATION : PROFILE_TRAINING;
    free(held_out);
    return code;
}

/* That of --scheme; the scheduler is the sweep's. The caller frees, also after a failure. */
static int read_scheme(policy_scheme *scheme, const char *text, poise_error *err)
{
    if (text == NULL)
        return POISE_OK;
    int code = policy_scheme_parse(scheme, text, err);
    if (code == POISE_OK && scheme->policy[POLICY_AT_SCHED] != NULL)
        return poise_fail(
            err, POISE_USAGE,
            "a profile sweeps the scheduler itself: --scheme names policies of l1, l2, dram, tlb "
            "and vm, not '%s'",
            scheme->policy[POLICY_AT_SCHED]);
    return code == POISE_OK ? policy_scheme_check(scheme, POLICY_AT_L1, err) : code;
}

static int profile_traces(const profile_options *o, const profile_job *job, const trace_files *traces,
                          size_t n_words, char **words, poise_error *err)
{
    sweep_plan plan = {0};
    profile_split *splits = NULL;
    policy_scheme scheme = {0};
    sweep_request request = {.grid = (sweep_grid)o->grid,
                             .least_p = (uint32_t)o->least_p,
                             .loads = (sweep_loads)o->loads,
                             .launches = (size_t)o->launches,
                             .program = o->group};
    int code = read_scheme(&scheme, o->scheme, err);
    if (o->scheme != NULL)
        request.scheme = &scheme;
    if (code == POISE_OK)
        code = cli_machine_load(&request.config, &o->machine, err);
    if (o->split != SPLIT_OF_MANIFEST)
        request.split = (profile_split)o->split;
    else if (code == POISE_OK)
        code = splits_of_manifest(traces, &splits, err);
    request.splits = splits;
    if (code == POISE_OK)
        code = sweep_plan_create(&plan, &request, traces, err);
    free(splits);
    if (code == POISE_OK)
        code =
            o->shares.slurm > 0 ? submit(o, job, &plan, n_words, words, err) : profile_sweep(job, &plan, err);
    sweep_plan_free(&plan);
    policy_scheme_free(&scheme);
    return code;
}

static int check_output(const profile_place *place, const trace_files *traces, poise_error *err)
{
    int code = place->keeps_parts ? poise_make_folders(place->parts, err) : POISE_OK;
    return code == POISE_OK ? cli_output_check(place->file, (int)traces->n, traces->path, err) : code;
}

static int sweep(const profile_options *o, const profile_place *place, size_t n_words, char **words,
                 poise_error *err)
{
    profile_job job = {.place = place, .work = &o->work};
    trace_files traces;
    int code = cli_shares_read(&o->shares, &job.share, err);
    if (code == POISE_OK)
        code = trace_files_list(&traces, n_words, words, err);
    if (code != POISE_OK)
        return code;
    code = check_output(place, &traces, err);
    if (code == POISE_OK)
        code = profile_traces(o, &job, &traces, n_words, words, err);
    trace_files_free(&traces);
    return code;
}

static int replay(const profile_options *o, size_t n_words, char **words, poise_error *err)
{
    if (o->output != NULL || o->shares.status || o->shares.collect || o->shares.shard != NULL ||
        o->shares.slurm > 0)
        return poise_fail(err, POISE_USAGE,
                          "--replay measures and writes nothing: it goes without -o, --status, "
                          "--collect, --shard and --slurm");
    if (n_words == 0)
        return poise_fail(err, POISE_USAGE, "no profile to replay a search on");
    return profile_replay(n_words, words, err);
}

static int add_windows(const profile_options *o, const char *to, size_t n_words, char **words,
                       poise_error *err)
{
    sim_config config;
    trace_files traces;
    if (o->shares.status || o->shares.collect || o->shares.shard != NULL || o->shares.slurm > 0 ||
        o->scheme != NULL)
        return poise_fail(err, POISE_USAGE,
                          "--add-windows goes without --status, --collect, --shard, --slurm and --scheme");
    int code = cli_machine_load(&config, &o->machine, err);
    if (code == POISE_OK)
        code = trace_files_list(&traces, n_words, words, err);
    if (code != POISE_OK)
        return code;
    code = cli_output_check(to, (int)traces.n, traces.path, err);
    if (code == POISE_OK)
        code = profile_add_windows(o->add_windows, to, &config, &traces, &o->work, err);
    trace_files_free(&traces);
    return code;
}

static int buffers(const profile_options *o, size_t n_words, char **words, poise_error *err)
{
    const profile_buffers_options of_buffers = {.machine = &o->machine,
                                                .work = &o->work,
                                                .output = o->output,
                                                .priorities = o->priorities,
                                                .group = o->group,
                                                .scheme = o->scheme,
                                                .is_faithful = o->faithful,
                                                .chunk = o->chunk,
                                                .evict = o->evict};
    if (o->shares.status || o->shares.collect || o->shares.shard != NULL || o->shares.slurm > 0 ||
        o->replay || o->add_windows != NULL || o->grid != 0 || o->loads != 0 || o->launches != 0)
        return poise_fail(err, POISE_USAGE,
                          "--buffers is no sweep: it goes without --status, --collect, --shard, --slurm, "
                          "--replay, --add-windows, --grid, --loads and --launches");
    const size_t length = o->output == NULL ? 0 : strlen(o->output);
    if (length < 4 || strcmp(o->output + length - 3, ".h5") != 0)
        return poise_fail(err, POISE_USAGE, "--buffers writes a file: give -o FILE.h5");
    return profile_buffers(&of_buffers, n_words, words, err);
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const profile_options *o = parsed;
    const char *output = o->output == NULL && o->shares.status && n_words == 1 ? words[0] : o->output;
    if (o->shares.status && output == NULL)
        return poise_fail(err, POISE_USAGE, "--status is about one sweep: name its FILE.h5 or DIR");
    profile_place place;
    if (o->buffers)
        return buffers(o, (size_t)n_words, words, err);
    if (o->faithful || o->chunk != 0 || o->priorities != NULL || o->evict != 0)
        return poise_fail(err, POISE_USAGE,
                          "--faithful, --chunk, --priorities and --evict go with --buffers");
    if (o->replay)
        return replay(o, (size_t)n_words, words, err);
    if (output == NULL)
        return poise_fail(err, POISE_USAGE, "no output file: give -o FILE.h5, or -o DIR");
    if (o->add_windows != NULL)
        return add_windows(o, output, (size_t)n_words, words, err);
    int code = profile_place_of(output, &place, err);
    if (code != POISE_OK)
        return code;
    return o->shares.status ? profile_print_status(&place, err)
                            : sweep(o, &place, (size_t)n_words, words, err);
}

const cli_verb verb_profile = {
    .name = "profile",
    .summary = "simulate every warp-tuple {N, p} of every kernel launch",
    .synopsis =
        "[options] -o FILE TRACE... | --buffers -o FILE.h5 TRACE... | --status FILE | --replay FULL...",
    .details =
        "A TRACE is a .wtr file, or a folder that stands for all .wtr files in it, in name order.\n"
        "Every tuple is one simulation of one launch from cold caches. The profile is written when\n"
        "all of them are done. Until then kernels that are measured are kept beside it: after an\n"
        "interruption of any kind the same command goes on. Several processes, also on several\n"
        "machines that share the folder, divide the work by --shard; --collect ends it. Exit code 4\n"
        "means that kernels are missing.\n\n"
        "--grid adaptive measures 20 to 45 of 300 points, chosen so that the best score is among them:\n"
        "cheap targets to train on. --replay tells at what loss, from profiles of all points.\n\n"
        "--buffers profiles accesses of buffers instead, and ranks them for eviction (docs/PAGING.md).\n\n"
        "docs/DATA.md describes the profile; h5dump -H shows it.",
    .options = options,
    .n_options = sizeof options / sizeof options[0],
    .options_size = sizeof(profile_options),
    .takes_traces = true,
    .run = run,
};

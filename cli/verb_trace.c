/* `poise trace`: looks at warp traces and converts them; also traces of programs on a CPU. */
#include "cli/trace/buffers.h"
#include "cli/trace/convert.h"
#include "cli/trace/cpu.h"
#include "cli/trace/info.h"
#include "cli/trace/make.h"
#include "cli/trace/pack.h"
#include "cli/trace/print.h"
#include "cli/verb.h"
#include "common/log.h"
#include "trace/files.h"
#include "trace/trace.h"

#include <stdio.h>
#include <string.h>

typedef struct trace_options {
    bool json, source, hash;
    const char *warp, *block;
    int64_t limit;
    const char *output;
    bool strict;
    cli_cpu_request cpu;
    cli_synthetic synthetic;
} trace_options;

#define CPU_OPTION(name, field, standard, min, max, metavar, help)                                          \
    {                                                                                                       \
        name, 0, POISE_OPT_INT, offsetof(trace_options, cpu.field), standard, min, max, NULL, metavar, help \
    }

/* Standards are our choice: one wave of the thesis machine that walks 8 times through 32 lines a warp. */
#define MAKE_OPTION(name, field, standard, max, help)                                                       \
    {                                                                                                       \
        name, 0, POISE_OPT_INT, offsetof(trace_options, synthetic.field), standard, 0, max, NULL, "N", help \
    }

static const poise_option option_table[] = {
    {"json", 0, POISE_OPT_FLAG, offsetof(trace_options, json), NULL, POISE_ANY_RANGE, NULL, NULL,
     "info, lackey, cpu: print a JSON object for each trace"},
    {"warp", 'w', POISE_OPT_STRING, offsetof(trace_options, warp), NULL, POISE_ANY_RANGE, NULL, "W",
     "print: warp in the launch, A-B or all; the first one when nothing is chosen"},
    {"block", 'b', POISE_OPT_STRING, offsetof(trace_options, block), NULL, POISE_ANY_RANGE, NULL, "B",
     "print: the warps of this thread block, A-B or all"},
    {"first", 'n', POISE_OPT_INT, offsetof(trace_options, limit), "100", 0, 1e15, NULL, "N",
     "print: instructions of each warp to show; 0 shows all"},
    {"source", 's', POISE_OPT_FLAG, offsetof(trace_options, source), NULL, POISE_ANY_RANGE, NULL, NULL,
     "print: show the text of the kernel's source lines"},
    {"output", 'o', POISE_OPT_STRING, offsetof(trace_options, output), NULL, POISE_ANY_RANGE, NULL,
     "DIR|FILE",
     "import, export, unpack: folder to write to, made when it does not exist; lackey, make, pack: file to "
     "write"},
    {"hash", 0, POISE_OPT_FLAG, offsetof(trace_options, hash), NULL, POISE_ANY_RANGE, NULL, NULL,
     "check: print the content hash, which compression and notes do not change, and the file"},
    {"strict", 0, POISE_OPT_FLAG, offsetof(trace_options, strict), NULL, POISE_ANY_RANGE, NULL, NULL,
     "import: refuse unknown opcodes instead of taking them as integer instructions"},
    CPU_OPTION("skip", plan.skip, "0", 0, 1e15, "N", "lackey: instructions that only warm the caches"),
    CPU_OPTION("instructions", plan.instructions, "0", 0, 1e15, "N",
               "lackey: instructions to record after these; 0 records all"),
    /* Sizes: Ausavarungnirun 2017, Table 5.2; channel and row bits are our choice, see docs/CPU.md. */
    CPU_OPTION("line", plan.caches.line_bytes, "64", 16, 4096, "BYTES", "lackey: line of all caches"),
    CPU_OPTION("l1-bytes", plan.caches.l1_bytes, "32768", 16, 4294967296.0, "BYTES",
               "lackey: size of each first-level cache, instructions and data"),
    CPU_OPTION("l1-ways", plan.caches.l1_ways, "4", 1, 1024, "N", "lackey: ways of a first-level cache"),
    CPU_OPTION("llc-bytes", plan.caches.llc_bytes, "8388608", 16, 4294967296.0, "BYTES",
               "lackey: size of the last-level cache"),
    CPU_OPTION("llc-ways", plan.caches.llc_ways, "16", 1, 1024, "N", "lackey: ways of the last-level cache"),
    CPU_OPTION("channels", dram.channels, "4", 1, 65536, "N", "lackey, cpu: channels of the memory"),
    CPU_OPTION("banks", dram.banks, "8", 1, 65536, "N", "lackey, cpu: banks of a channel"),
    CPU_OPTION("row", dram.row_bytes, "2048", 16, 1048576, "BYTES", "lackey, cpu: row of a bank"),
    CPU_OPTION("window", dram.window, "128", 1, 1e9, "N",
               "lackey, cpu: instructions whose misses count as outstanding together"),
    {"interleave", 0, POISE_OPT_CHOICE, offsetof(trace_options, cpu.dram.interleave), "row", POISE_ANY_RANGE,
     "row|line", NULL, "lackey, cpu: whether rows or lines go round the banks of a channel"},
    MAKE_OPTION("blocks", blocks, "192", 1 << 20, "make: thread blocks"),
    MAKE_OPTION("threads", threads, "256", 65536, "make: threads of a block"),
    MAKE_OPTION("iterations", iterations, "8", 1 << 20, "make: loads of a warp; reuse: walks over its lines"),
    MAKE_OPTION("alu", alu, "4", 4096, "make: dependent arithmetic instructions after each load"),
    MAKE_OPTION("stores", stores, "0", 64, "make: stores after each load"),
    MAKE_OPTION("lines", lines, "1", 32, "make: 128-byte lines that a load touches"),
    MAKE_OPTION("footprint", footprint, "32", UINT32_MAX,
                "make: reuse: lines of each warp, a multiple of --lines; random: lines of all warps"),
    MAKE_OPTION("pages", pages, "0", 1 << 20,
                "make: ll, hl, hh: pages of 4 KB that are drawn from; 0 = 96, 320, 16384"),
    MAKE_OPTION("visit", visit, "0", 1 << 20,
                "make: ll, lh, hl, hh: loads of a warp in a page that it visits; 0 = 32, 32, 1, 2"),
    {"buffers", 0, POISE_OPT_FLAG, offsetof(trace_options, synthetic.buffers), NULL, POISE_ANY_RANGE, NULL,
     NULL, "make: a buffer for each run of 2 MB pages that the kernel touches, created before it"},
    MAKE_OPTION("seed", seed, "1", 9e15, "make: of the random lines and pages"),
};

static int info(const trace_options *options, const char *path, poise_error *err)
{
    return cli_trace_info(path, options->json, err);
}

static int print(const trace_options *options, const char *path, poise_error *err)
{
    if (options->warp != NULL && options->block != NULL)
        return poise_fail(err, POISE_USAGE, "--warp and --block cannot both be given");
    trace_print_request request = {
        .by_block = options->block != NULL, .limit = (uint64_t)options->limit, .source = options->source};
    const char *range = options->block != NULL ? options->block : options->warp;
    int code = range == NULL ? 0
                             : cli_trace_print_range(options->block != NULL ? "--block" : "--warp", range,
                                                     &request, err);
    return code != POISE_OK ? code : cli_trace_print(path, &request, err);
}

static int check(const trace_options *options, const char *path, poise_error *err)
{
    warp_trace end;
    const int code = warp_trace_scan(path, NULL, NULL, &end, err);
    if (code == POISE_OK && options->hash)
        printf("%s  %s\n", end.hash, path);
    else if (code == POISE_OK)
        printf("%s: OK\n", path);
    warp_trace_free(&end);
    return code;
}

static int buffers(const trace_options *options, const char *path, poise_error *err)
{
    (void)options;
    return cli_trace_buffers(path, err);
}

typedef int on_trace(const trace_options *options, const char *path, poise_error *err);

/* Does something with each trace. A damaged file does not keep the others from their turn; each is named. */
static int for_each(on_trace *act, const trace_options *options, int n_words, char **words, poise_error *err)
{
    trace_files files;
    int code = trace_files_list(&files, (size_t)n_words, words, err);
    if (code != POISE_OK)
        return code;
    poise_error last;
    for (size_t i = 0; i < files.n && (code == POISE_OK || code == POISE_DAMAGED); i++) {
        poise_error failure;
        const int failed = act(options, files.path[i], &failure);
        if (failed == POISE_OK)
            continue;
        if (code != POISE_OK)
            poise_warn("%s", last.text);
        last = failure;
        code = failed;
    }
    trace_files_free(&files);
    return code == POISE_OK ? POISE_OK : poise_fail(err, last.code, "%s", last.text);
}

typedef int on_words(const trace_options *options, int n_words, char **words, poise_error *err);

static int run_import(const trace_options *options, int n_words, char **words, poise_error *err)
{
    return cli_trace_import(options->output, options->strict, n_words, words, err);
}

static int run_export(const trace_options *options, int n_words, char **words, poise_error *err)
{
    return cli_trace_export(options->output, n_words, words, err);
}

static int run_pack(const trace_options *options, int n_words, char **words, poise_error *err)
{
    return cli_trace_pack(options->output, n_words, words, err);
}

static int run_unpack(const trace_options *options, int n_words, char **words, poise_error *err)
{
    return cli_trace_unpack(options->output, n_words, words, err);
}

static int run_lackey(const trace_options *options, int n_words, char **words, poise_error *err)
{
    cli_cpu_request request = options->cpu;
    request.json = options->json;
    return cli_trace_lackey(&request, options->output, n_words, words, err);
}

static int run_make(const trace_options *options, int n_words, char **words, poise_error *err)
{
    return cli_trace_make(&options->synthetic, options->output, n_words, words, err);
}

static int run_cpu(const trace_options *options, int n_words, char **words, poise_error *err)
{
    cli_cpu_request request = options->cpu;
    request.json = options->json;
    return cli_trace_cpu(&request, n_words, words, err);
}

/* An action looks at one trace at a time or takes all words. */
typedef struct trace_action {
    const char *name;
    on_trace *each;
    on_words *all;
    bool from_stdin; /* needs no word */
} trace_action;

static const trace_action actions[] = {
    {"info", .each = info},
    {"print", .each = print},
    {"check", .each = check},
    {"buffers", .each = buffers},
    {"import", .all = run_import},
    {"export", .all = run_export},
    {"lackey", .all = run_lackey, .from_stdin = true},
    {"cpu", .all = run_cpu},
    {"make", .all = run_make},
    {"pack", .all = run_pack},
    {"unpack", .all = run_unpack},
};

enum { N_ACTIONS = sizeof actions / sizeof actions[0] };

static const trace_action *find_action(const char *name, poise_error *err)
{
    const char *names[N_ACTIONS + 1] = {0};
    for (size_t i = 0; i < N_ACTIONS; i++) {
        if (strcmp(actions[i].name, name) == 0)
            return &actions[i];
        names[i] = actions[i].name;
    }
    const char *nearest = poise_nearest(name, names);
    poise_fail(err, POISE_USAGE,
               "'%s' is not one of info, print, check, buffers, import, export, lackey, cpu, make, pack, "
               "unpack%s%s%s",
               name, nearest == NULL ? "" : "; did you mean '", nearest == NULL ? "" : nearest,
               nearest == NULL ? "" : "'?");
    return NULL;
}

static int run(const void *options, int n_words, char **words, poise_error *err)
{
    const trace_action *action = n_words < 1 ? NULL : find_action(words[0], err);
    if (n_words > 0 && action == NULL)
        return POISE_USAGE;
    if (n_words < 1 || (n_words < 2 && !action->from_stdin))
        return poise_fail(
            err, POISE_USAGE,
            "an action (info, print, check, buffers, import, export, lackey, cpu, make, pack or unpack) "
            "and a trace are needed");
    return action->each != NULL ? for_each(action->each, options, n_words - 1, words + 1, err)
                                : action->all(options, n_words - 1, words + 1, err);
}

const cli_verb verb_trace = {
    .name = "trace",
    .summary = "look at warp traces, convert from and to Accel-Sim's",
    .synopsis = "info|print|check|buffers|import|export|lackey|cpu|make|pack|unpack [options] TRACE...",
    .details =
        "  info    header, totals, instruction mix, divergence, coalescing, footprint, reuse and notes\n"
        "  print   what warps executed: basic block, active mask, instruction, class, source line, "
        "registers,\n"
        "          and what it touched: passes in shared memory, otherwise lines with their sectors\n"
        "  check   reads the whole files and says OK, or what is damaged and where (exit code 3)\n"
        "  buffers what the program did with buffers before each launch, one event a line (poise capture "
        "--buffers)\n"
        "  import  from Accel-Sim: TRACE is a kernelslist.g, a .traceg or a .traceg.xz\n"
        "  export  to Accel-Sim: kernelslist.g and kernel-N.traceg in the order of the traces\n"
        "  lackey  from `valgrind --tool=lackey --trace-mem=yes` (TRACE, or standard input) to what misses "
        "the last-level\n"
        "          cache of a CPU: a .cpu file and its figures; docs/CPU.md defines them\n"
        "  cpu     the figures of .cpu files\n"
        "  make    a small kernel: TRACE is reuse (each warp walks lines of its own), stream (every line "
        "once),\n"
        "          compute (one line over and over), random (lines shared by all), or, by pages, one of the\n"
        "          classes ll, lh, hl, hh of low or high miss rate of L1 and L2 TLB (docs/TRANSLATION.md)\n"
        "  pack    the traces of a folder and their sources as one file, FILE.wtrs; of a pack that is not "
        "complete "
        "those\n"
        "          that are whole\n"
        "  unpack  the files of a pack, byte for byte\n"
        "TRACE is a .wtr file, a folder of them or a pack.",
    .options = option_table,
    .n_options = sizeof option_table / sizeof option_table[0],
    .options_size = sizeof(trace_options),
    .takes_traces = true,
    .run = run,
};

/* `poise trace`: looks at warp traces and converts them. */
#include "cli/trace_convert.h"
#include "cli/trace_info.h"
#include "cli/trace_print.h"
#include "cli/verb.h"
#include "trace/files.h"

#include <string.h>

typedef struct trace_options {
    bool json;
    int64_t warp, limit;
    const char *output;
    bool strict;
} trace_options;

static const poise_option option_table[] = {
    {"json", 0, POISE_OPT_FLAG, offsetof(trace_options, json), NULL, POISE_ANY_RANGE, NULL, NULL,
     "info: print a JSON object for each trace"},
    {"warp", 'w', POISE_OPT_INT, offsetof(trace_options, warp), "0", 0, 1e15, NULL, "W",
     "print: number of the warp in the launch"},
    {"limit", 'n', POISE_OPT_INT, offsetof(trace_options, limit), "100", 0, 1e15, NULL, "N",
     "print: basic blocks to show; 0 shows all"},
    {"output", 'o', POISE_OPT_STRING, offsetof(trace_options, output), NULL, POISE_ANY_RANGE, NULL, "DIR",
     "import, export: folder to write to; made when it does not exist"},
    {"strict", 0, POISE_OPT_FLAG, offsetof(trace_options, strict), NULL, POISE_ANY_RANGE, NULL, NULL,
     "import: refuse unknown opcodes instead of taking them as integer instructions"},
};

static int info(const trace_options *options, const char *path, const warp_trace *trace, poise_error *err)
{
    return cli_trace_info(path, trace, options->json, err);
}

static int print(const trace_options *options, const char *path, const warp_trace *trace, poise_error *err)
{
    const int code = cli_trace_print(trace, (uint64_t)options->warp, (uint64_t)options->limit, err);
    if (code != 0)
        poise_error_prefix(err, "%s", path);
    return code;
}

/* Reading was the check. */
static int check(const trace_options *options, const char *path, const warp_trace *trace, poise_error *err)
{
    (void)options;
    (void)trace;
    (void)err;
    printf("%s: OK\n", path);
    return 0;
}

typedef int on_trace(const trace_options *options, const char *path, const warp_trace *trace,
                     poise_error *err);

/* Reads each trace and does something with it. */
static int for_each(on_trace *act, const trace_options *options, int n_words, char **words, poise_error *err)
{
    trace_files files;
    int code = trace_files_list(&files, (size_t)n_words, words, err);
    if (code != 0)
        return code;
    for (size_t i = 0; code == 0 && i < files.n; i++) {
        warp_trace trace;
        code = warp_trace_read(files.path[i], &trace, err);
        if (code != 0)
            break;
        code = act(options, files.path[i], &trace, err);
        warp_trace_free(&trace);
    }
    trace_files_free(&files);
    return code;
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

/* An action looks at one trace at a time or takes all words. */
typedef struct trace_action {
    const char *name;
    on_trace *each;
    on_words *all;
} trace_action;

static const trace_action actions[] = {
    {"info", info, NULL},         {"print", print, NULL},       {"check", check, NULL},
    {"import", NULL, run_import}, {"export", NULL, run_export},
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
    poise_fail(err, POISE_USAGE, "'%s' is not one of info, print, check, import, export%s%s%s", name,
               nearest == NULL ? "" : "; did you mean '", nearest == NULL ? "" : nearest,
               nearest == NULL ? "" : "'?");
    return NULL;
}

static int run(const void *options, int n_words, char **words, poise_error *err)
{
    if (n_words < 2)
        return poise_fail(err, POISE_USAGE,
                          "an action (info, print, check, import or export) and a trace are needed");
    const trace_action *action = find_action(words[0], err);
    if (action == NULL)
        return POISE_USAGE;
    return action->each != NULL ? for_each(action->each, options, n_words - 1, words + 1, err)
                                : action->all(options, n_words - 1, words + 1, err);
}

const cli_verb verb_trace = {
    .name = "trace",
    .summary = "look at warp traces, convert from and to Accel-Sim's",
    .synopsis = "info|print|check|import|export [options] TRACE...",
    .details = "  info    header, totals, instruction mix, footprint, reuse and notes\n"
               "  print   what one warp executed: basic block, active mask, instruction, registers, lines\n"
               "  check   reads the whole file and says OK, or what is damaged (exit code 3)\n"
               "  import  from Accel-Sim: TRACE is a kernelslist.g, a .traceg or a .traceg.xz\n"
               "  export  to Accel-Sim: kernelslist.g and kernel-N.traceg in the order of the traces\n"
               "TRACE is a .wtr file or a folder of them.",
    .options = option_table,
    .n_options = sizeof option_table / sizeof option_table[0],
    .options_size = sizeof(trace_options),
    .run = run,
};

/* `poise trace`: looks at warp traces. */
#include "cli/trace_info.h"
#include "cli/trace_print.h"
#include "cli/verb.h"
#include "trace/files.h"

#include <string.h>

typedef struct trace_options {
    bool json;
    int64_t warp, limit;
} trace_options;

static const poise_option option_table[] = {
    {"json", 0, POISE_OPT_FLAG, offsetof(trace_options, json), NULL, POISE_ANY_RANGE, NULL, NULL,
     "info: print a JSON object for each trace"},
    {"warp", 'w', POISE_OPT_INT, offsetof(trace_options, warp), "0", 0, 1e15, NULL, "W",
     "print: number of the warp in the launch"},
    {"limit", 'n', POISE_OPT_INT, offsetof(trace_options, limit), "100", 0, 1e15, NULL, "N",
     "print: basic blocks to show; 0 shows all"},
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

typedef int action(const trace_options *options, const char *path, const warp_trace *trace, poise_error *err);

static const struct {
    const char *name;
    action *run;
} actions[] = {{"info", info}, {"print", print}, {"check", check}};

enum { N_ACTIONS = sizeof actions / sizeof actions[0] };

static action *find_action(const char *name, poise_error *err)
{
    const char *names[N_ACTIONS + 1] = {0};
    for (size_t i = 0; i < N_ACTIONS; i++) {
        if (strcmp(actions[i].name, name) == 0)
            return actions[i].run;
        names[i] = actions[i].name;
    }
    const char *nearest = poise_nearest(name, names);
    poise_fail(err, POISE_USAGE, "'%s' is not one of info, print, check%s%s%s", name,
               nearest == NULL ? "" : "; did you mean '", nearest == NULL ? "" : nearest,
               nearest == NULL ? "" : "'?");
    return NULL;
}

static int run_on_file(action *act, const trace_options *options, const char *path, poise_error *err)
{
    warp_trace trace;
    int code = warp_trace_read(path, &trace, err);
    if (code != 0)
        return code;
    code = act(options, path, &trace, err);
    warp_trace_free(&trace);
    return code;
}

static int run(const void *options, int n_words, char **words, poise_error *err)
{
    if (n_words < 2)
        return poise_fail(err, POISE_USAGE, "an action (info, print or check) and a trace are needed");
    action *act = find_action(words[0], err);
    if (act == NULL)
        return POISE_USAGE;
    trace_files files;
    int code = trace_files_list(&files, (size_t)n_words - 1, words + 1, err);
    if (code != 0)
        return code;
    for (size_t i = 0; code == 0 && i < files.n; i++)
        code = run_on_file(act, options, files.path[i], err);
    trace_files_free(&files);
    return code;
}

const cli_verb verb_trace = {
    .name = "trace",
    .summary = "look at warp traces: info, print, check",
    .synopsis = "info|print|check [options] TRACE...",
    .details = "  info    header, totals, instruction mix, footprint, reuse and notes\n"
               "  print   what one warp executed: basic block, active mask, instruction, registers, lines\n"
               "  check   reads the whole file and says OK, or what is damaged (exit code 3)\n"
               "TRACE is a .wtr file or a folder of them.",
    .options = option_table,
    .n_options = sizeof option_table / sizeof option_table[0],
    .options_size = sizeof(trace_options),
    .run = run,
};

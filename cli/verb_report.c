/* `poise report`: a profile for people. */
#include "cli/output.h"
#include "cli/report_sources.h"
#include "cli/verb.h"

#include <string.h>

static const poise_option options[] = {
    {"output", 'o', POISE_OPT_STRING, offsetof(report_options, output), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "what to write: a file, or a folder for one SVG per launch; none: a table on the standard output"},
    {"format", 0, POISE_OPT_CHOICE, offsetof(report_options, format), "auto", POISE_ANY_RANGE,
     "auto|html|svg|md|csv", NULL, "form of the report; auto: by the ending of the output's name"},
    {"kernel", 0, POISE_OPT_STRING, offsetof(report_options, kernel), NULL, POISE_ANY_RANGE, NULL, "NAME",
     "only these launches: KERNEL, RUN/KERNEL, RUN/KERNEL/LAUNCH or the number in the table"},
};

const char *cli_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const report_options *o = parsed;
    if (n_words != 1)
        return poise_fail(err, POISE_USAGE, "give one profile that 'poise profile' wrote, not %d", n_words);
    report_format format = (report_format)o->format;
    int code = cli_report_format(&format, o->output, err);
    if (code == POISE_OK && !cli_is_folder(o->output))
        code = cli_output_check(o->output, n_words, words, err);
    return code == POISE_OK ? cli_report_profile(o, format, words[0], err) : code;
}

const cli_verb verb_report = {
    .name = "report",
    .summary = "figures and tables of a profile: HTML, SVG, Markdown, CSV",
    .synopsis = "[options] PROFILE [-o FILE]",
    .details =
        "The page holds everything that it shows and needs no network: for each kernel launch the plane of\n"
        "warp-tuples {N,p}, the speedup along p = N and p = 1, the best tuple and the target of training,\n"
        "and a table of all launches.",
    .options = options,
    .n_options = sizeof options / sizeof options[0],
    .options_size = sizeof(report_options),
    .run = run,
};

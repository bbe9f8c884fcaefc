#include "cli/help/help.h"

const char cli_sets_help[] =
    "For TRACE, @training, @evaluation, @control, @memory, @graphics, @translation, @paging, @demo, @full\n"
    "or @NAME is every run of datasets/manifest of that split, set or name, as captured by 'make datasets';\n"
    "those of @translation and @paging are captured by datasets/capture.sh, the former also by\n"
    "'make reproduce-translation'.";

const cli_exit_status cli_exit_statuses[CLI_EXIT_STATUSES] = {
    {POISE_OK, "ok"},
    {POISE_FAILED, "failure"},
    {POISE_USAGE, "usage"},
    {POISE_DAMAGED, "damaged file"},
    {POISE_INCOMPLETE, "incomplete sweep"},
};

void cli_help(FILE *out)
{
    size_t n_verbs;
    const cli_verb *const *verbs = cli_verbs(&n_verbs);
    fputs("Poise: learned warp scheduling for GPUs.\n"
          "\n"
          "usage: poise VERB [options] ...\n"
          "\n",
          out);
    for (size_t i = 0; i < n_verbs; i++)
        fprintf(out, "  %-10s %s\n", verbs[i]->name, verbs[i]->summary);
    fputs("\n"
          "  poise VERB --help    options of a verb\n"
          "  poise --version      version and commit\n"
          "\n"
          "Results go to the standard output, messages and progress to the standard error.\n"
          "Exit code:",
          out);
    for (size_t i = 0; i < CLI_EXIT_STATUSES; i++)
        fprintf(out, " %d %s%s", (int)cli_exit_statuses[i].code, cli_exit_statuses[i].meaning,
                i + 1 < CLI_EXIT_STATUSES ? "," : ".\n");
}

void cli_verb_help(const cli_verb *verb, FILE *out)
{
    fprintf(out, "usage: poise %s %s\n\n%s\n", verb->name, verb->synopsis, verb->summary);
    if (verb->n_options > 0) {
        fputc('\n', out);
        poise_options_help(verb->options, verb->n_options, out);
    }
    if (verb->details != NULL)
        fprintf(out, "\n%s\n", verb->details);
    if (verb->takes_traces)
        fprintf(out, "\n%s\n", cli_sets_help);
}

#include "cli/help.h"

void cli_help(const cli_verb *const *verbs, size_t n_verbs, FILE *out)
{
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
          "Exit code: 0 ok, 1 failure, 2 usage, 3 damaged file, 4 incomplete sweep.\n",
          out);
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
        fputs("\nFor TRACE, @training, @evaluation, @control, @demo, @full or @NAME is every run of\n"
              "datasets/manifest of that split, set or name, as captured by 'make datasets'.\n",
              out);
}

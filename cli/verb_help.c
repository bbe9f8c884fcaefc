/* `poise help`: the same text as --help; manual pages; what shells offer for a word that is being typed. */
#include "cli/help/complete.h"
#include "cli/help/help.h"
#include "cli/help/manual.h"

#include <stdbool.h>
#include <string.h>

typedef struct help_options {
    bool man, complete;
} help_options;

static const poise_option help_table[] = {
    {"man", 0, POISE_OPT_FLAG, offsetof(help_options, man), NULL, POISE_ANY_RANGE, NULL, NULL,
     "print the manual page of VERB, or that of poise, as input of man or troff"},
    {"complete", 0, POISE_OPT_FLAG, offsetof(help_options, complete), NULL, POISE_ANY_RANGE, NULL, NULL,
     "print what the last of WORDS may become after `poise`, a line each, for the completion of shells"},
};

static int complete(int n_words, char **words, poise_error *err)
{
    if (n_words < 1 || strcmp(words[0], "--") != 0)
        return poise_fail(err, POISE_USAGE, "--complete takes the words of a command line after --");
    return cli_complete(n_words - 1, words + 1, stdout, err);
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const help_options *options = parsed;
    if (options->complete)
        return complete(n_words, words, err);
    if (n_words > 1)
        return poise_fail(err, POISE_USAGE, "one verb at a time, not %d", n_words);
    if (n_words == 0) {
        (options->man ? cli_manual : cli_help)(stdout);
        return POISE_OK;
    }
    const cli_verb *verb = cli_verb_find(words[0]);
    if (verb == NULL) {
        const char *nearest = cli_verb_nearest(words[0]);
        return poise_fail(err, POISE_USAGE, "unknown verb '%s'%s%s%s", words[0],
                          nearest == NULL ? "" : ": did you mean '", nearest == NULL ? "" : nearest,
                          nearest == NULL ? "" : "'?");
    }
    (options->man ? cli_verb_manual : cli_verb_help)(verb, stdout);
    return POISE_OK;
}

const cli_verb verb_help = {
    .name = "help",
    .summary = "this text, the options of a verb, manual pages, completion of shells",
    .synopsis = "[--man] [VERB]  |  --complete -- WORDS...",
    .details =
        "'make install' installs the manual pages and the completion of bash, zsh and fish. Of a tree that\n"
        "is not installed: poise help --man train | man -l -",
    .options = help_table,
    .n_options = sizeof help_table / sizeof help_table[0],
    .options_size = sizeof(help_options),
    .run = run,
};

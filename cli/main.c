/* `poise VERB ...`: finds the verb, parses its options by its table, runs it, and turns its error into one
 * sentence and an exit code. */
#include "cli/help/help.h"
#include "cli/train/sets.h"
#include "cli/verb.h"
#include "common/h5.h"
#include "sim_hooks/guard.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int refuse_verb(const char *name)
{
    const char *nearest = cli_verb_nearest(name);
    const char *what = name[0] == '-' ? "option" : "verb";
    if (nearest != NULL)
        fprintf(stderr, "poise: unknown %s '%s': did you mean '%s'?\n", what, name, nearest);
    else
        fprintf(stderr, "poise: unknown %s '%s': 'poise --help' lists the verbs\n", what, name);
    return POISE_USAGE;
}

/* --help is understood everywhere before `--`, which starts a command line of somebody else; so is -h, which
 * no verb has for anything else. */
static bool wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    }
    return false;
}

/* A wrong option may well be one of the program that is to run. */
static int explain_marker(int argc, char **argv, poise_error *err)
{
    const size_t n = strlen(err->text);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0)
            return (int)err->code;
    }
    snprintf(err->text + n, sizeof err->text - n, "; options of the program stand behind --");
    return (int)err->code;
}

static int parse_and_run(const cli_verb *verb, int argc, char **argv, poise_error *err)
{
    void *options = calloc(1, verb->options_size + 1); /* + 1: a verb may have no options */
    if (options == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the options");
    int n_words = 0;
    int code = poise_options_defaults(verb->options, verb->n_options, options, err);
    if (code == POISE_OK)
        code = poise_options_parse(verb->options, verb->n_options, options, argc, argv, &n_words, err);
    if (code != POISE_OK && verb->runs_program)
        code = explain_marker(argc, argv, err);
    cli_words words = {0};
    if (code == POISE_OK && verb->takes_traces)
        code = cli_expand_sets(&words, n_words, argv + 1, err);
    if (code == POISE_OK)
        code = verb->takes_traces ? verb->run(options, words.n, words.word, err)
                                  : verb->run(options, n_words, argv + 1, err);
    cli_words_free(&words);
    free(options);
    return code;
}

/* A full disk or a closed pipe behind stdout must not end in success. */
static int close_stdout(const char *owner, int code)
{
    int broken = ferror(stdout);
    if ((fclose(stdout) != 0 || broken) && code == POISE_OK) {
        fprintf(stderr, "%s: the standard output cannot be written\n", owner);
        return POISE_FAILED;
    }
    return code;
}

static int run_verb(const cli_verb *verb, int argc, char **argv)
{
    poise_error err = {0};
    char owner[64];
    snprintf(owner, sizeof owner, "poise %s", verb->name);
    int code = POISE_OK;
    if (wants_help(argc, argv))
        cli_verb_help(verb, stdout);
    else
        code = parse_and_run(verb, argc, argv, &err);
    if (code != POISE_OK)
        fprintf(stderr, "%s: %s\n", owner, err.text);
    return close_stdout(owner, code);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        cli_help(stderr);
        return POISE_USAGE;
    }
    policy_guard_enable();
    poise_h5_guard_enable();
    const cli_verb *verb = cli_verb_find(argv[1]);
    if (verb != NULL)
        return run_verb(verb, argc - 1, argv + 1);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        cli_help(stdout);
    else if (strcmp(argv[1], "--version") == 0)
        printf("poise %s (%s)\n", POISE_VERSION, POISE_COMMIT);
    else
        return refuse_verb(argv[1]);
    return close_stdout("poise", POISE_OK);
}

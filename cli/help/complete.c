#include "cli/help/complete.h"

#include "cli/verb.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_WORD = 128 };

void cli_offer(const cli_typed *typed, const char *word, const char *end, const char *about)
{
    const char *piece = typed->word + typed->settled;
    if (strncmp(word, piece, strlen(piece)) != 0)
        return;
    fprintf(typed->out, "%.*s%s%s%s%s\n", (int)typed->settled, typed->word, word, end,
            about == NULL ? "" : "\t", about == NULL ? "" : about);
}

void cli_offer_choices(const cli_typed *typed, const char *choices)
{
    for (const char *choice = choices; *choice != '\0';) {
        const size_t length = strcspn(choice, "|");
        char word[MOST_WORD];
        size_t n = 0;
        while (n < length && n + 1 < sizeof word && !isupper((unsigned char)choice[n])) {
            word[n] = choice[n];
            n++;
        }
        word[n] = '\0';
        if (n > 0)
            cli_offer(typed, word, "", NULL);
        choice += length + (choice[length] == '|');
    }
}

static bool needs_value(const poise_option *option)
{
    return option->type != POISE_OPT_FLAG;
}

static void offer_option_value(cli_typed typed, const poise_option *option)
{
    if (option->type == POISE_OPT_CHOICE)
        cli_offer_choices(&typed, option->choices);
    else
        cli_offer_values(&typed, poise_option_metavar(option), option->name);
}

static const poise_option *option_named(const cli_verb *verb, const char *name, size_t length)
{
    for (size_t i = 0; i < verb->n_options; i++) {
        if (strlen(verb->options[i].name) == length && strncmp(verb->options[i].name, name, length) == 0)
            return &verb->options[i];
    }
    return NULL;
}

static const poise_option *option_lettered(const cli_verb *verb, char letter)
{
    for (size_t i = 0; i < verb->n_options; i++) {
        if (verb->options[i].letter == letter)
            return &verb->options[i];
    }
    return NULL;
}

/* The option whose value the word after `word` is: "--name", "-x", or "-vx" where v is a flag. NULL when the
 * word is none, or holds its value. */
static const poise_option *awaits_value(const cli_verb *verb, const char *word)
{
    const poise_option *option = NULL;
    if (strncmp(word, "--", 2) == 0) {
        option = option_named(verb, word + 2, strlen(word + 2));
    } else if (word[0] == '-' && word[1] != '\0') {
        for (word++; *word != '\0'; word++) {
            option = option_lettered(verb, *word);
            if (option == NULL || needs_value(option))
                break;
        }
        if (option != NULL && needs_value(option) && word[1] != '\0')
            return NULL;
    }
    return option != NULL && needs_value(option) ? option : NULL;
}

/* "--name=" is settled, or "--na" becomes an option. */
static void offer_options(const cli_verb *verb, cli_typed typed)
{
    const char *equals = strchr(typed.word, '=');
    if (equals != NULL && typed.word[1] == '-') {
        const poise_option *option =
            option_named(verb, typed.word + 2, (size_t)(equals - typed.word) - strlen("--"));
        typed.settled = (size_t)(equals - typed.word) + 1;
        if (option != NULL && needs_value(option))
            offer_option_value(typed, option);
        return;
    }
    for (size_t i = 0; i < verb->n_options; i++) {
        char word[MOST_WORD], text[MOST_WORD * 2];
        snprintf(word, sizeof word, "--%s", verb->options[i].name);
        poise_option_text(&verb->options[i], text, sizeof text);
        cli_offer(&typed, word, "", text);
    }
    cli_offer(&typed, "--help", "", "what the verb does, and its options");
}

static bool is_lower(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!islower((unsigned char)word[i]) && word[i] != '|')
            return false;
    }
    return length > 0;
}

/* What one word of the synopsis stands for: each part of "TRACE|FOLDER...]". */
static void offer_placeholder(const cli_typed *typed, char *text)
{
    char *rest, *dots = strstr(text, "...");
    if (dots != NULL)
        *dots = '\0';
    for (char *part = strtok_r(text, "|]", &rest); part != NULL; part = strtok_r(NULL, "|]", &rest))
        cli_offer_values(typed, part, "");
}

/* The words that are no options, as the synopsis names them. Values of options in it are left out. */
static void offer_words(const cli_verb *verb, const cli_typed *typed, int n_before)
{
    bool is_value = false;
    for (const char *word = verb->synopsis; *word != '\0'; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " "), bracket = *word == '[';
        char text[MOST_WORD];
        snprintf(text, sizeof text, "%.*s", (int)(length - bracket), word + bracket);
        if (word == verb->synopsis && is_lower(word, length)) {
            if (n_before == 0) { /* "info|export|import" */
                cli_offer_choices(typed, text);
                return;
            }
        } else if (!is_value && text[0] != '-')
            offer_placeholder(typed, text);
        is_value = awaits_value(verb, text) != NULL;
        word += length;
    }
}

static void offer_for_verb(const cli_verb *verb, int n_words, char **words, FILE *out)
{
    const cli_typed typed = {words[n_words - 1], 0, out};
    const poise_option *option = NULL;
    int n_before = 0;
    for (int i = 0; i < n_words - 1; i++) {
        if (option == NULL && strcmp(words[i], "--") == 0) { /* somebody else's command line */
            if (i == n_words - 2)
                cli_offer_values(&typed, "PROGRAM", "");
            cli_offer_values(&typed, "FILE", "");
            return;
        }
        n_before += option == NULL && words[i][0] != '-';
        option = option == NULL ? awaits_value(verb, words[i]) : NULL;
    }
    if (option != NULL)
        offer_option_value(typed, option);
    else if (typed.word[0] == '-')
        offer_options(verb, typed);
    else
        offer_words(verb, &typed, n_before);
}

int cli_complete(int n_words, char **words, FILE *out, poise_error *err)
{
    if (n_words < 1)
        return poise_fail(err, POISE_USAGE,
                          "--complete takes the word that is being typed, also when it is empty");
    const cli_verb *verb = cli_verb_find(words[0]);
    if (n_words == 1) {
        const cli_typed typed = {words[0], 0, out};
        cli_offer_values(&typed, "VERB", "");
        if (words[0][0] == '-') {
            cli_offer(&typed, "--help", "", "the verbs");
            cli_offer(&typed, "--version", "", "version and commit");
        }
    } else if (verb != NULL)
        offer_for_verb(verb, n_words - 1, words + 1, out);
    return POISE_OK;
}

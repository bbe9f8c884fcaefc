/* Command lines. The conventions are those of getopt_long(3) without abbreviations. */
#include "common/option_value.h"
#include "common/options.h"

#include <string.h>

/* The words of a command line and where we are in them. */
typedef struct command_line {
    const poise_option *table;
    size_t n;
    void *target;
    int argc;
    char **argv;
    int next; /* argv index of the next word */
} command_line;

static const char what[] = "option";

static int take_value(command_line *line, const poise_option *option, poise_error *err)
{
    if (line->next >= line->argc)
        return poise_fail(err, POISE_USAGE, "option %s needs a value", option->name);
    return option_value_parse(option, line->target, what, line->argv[line->next++], err);
}

/* --name VALUE, --name=VALUE, --flag, --no-flag; `word` stands after the dashes. */
static int parse_long(command_line *line, const char *word, poise_error *err)
{
    const size_t length = strcspn(word, "=");
    const bool has_value = word[length] == '=';
    const poise_option *option = option_find(line->table, line->n, word, length);
    if (option == NULL && !has_value && strncmp(word, "no-", 3) == 0) {
        option = option_find(line->table, line->n, word + 3, length - 3);
        if (option != NULL && option->type == POISE_OPT_FLAG)
            return option_value_parse(option, line->target, what, "0", err);
        option = NULL;
    }
    if (option == NULL)
        return option_unknown(line->table, line->n, what, word, length, err);
    if (has_value)
        return option_value_parse(option, line->target, what, word + length + 1, err);
    if (option->type == POISE_OPT_FLAG)
        return option_value_parse(option, line->target, what, "1", err);
    return take_value(line, option, err);
}

static const poise_option *find_letter(const command_line *line, char letter)
{
    for (size_t i = 0; i < line->n; i++)
        if (line->table[i].letter == letter)
            return &line->table[i];
    return NULL;
}

/* -x VALUE, -xVALUE, -f, -fg (two flags); `word` stands after the dash and is not empty. */
static int parse_short(command_line *line, const char *word, poise_error *err)
{
    for (; *word != '\0'; word++) {
        const poise_option *option = find_letter(line, *word);
        if (option == NULL)
            return poise_fail(err, POISE_USAGE, "option '-%c' is unknown", *word);
        if (option->type != POISE_OPT_FLAG) {
            if (word[1] == '\0')
                return take_value(line, option, err);
            return option_value_parse(option, line->target, what, word + 1, err);
        }
        const int code = option_value_parse(option, line->target, what, "1", err);
        if (code != POISE_OK)
            return code;
    }
    return POISE_OK;
}

int poise_options_parse(const poise_option *table, size_t n, void *target, int argc, char **argv,
                        int *n_words, poise_error *err)
{
    command_line line = {table, n, target, argc, argv, 1};
    int words = 0;
    bool options_end = false;
    while (line.next < argc) {
        char *word = argv[line.next++];
        if (strcmp(word, "--") == 0)
            options_end = true; /* the marker itself stays among the words */
        int code = 0;
        if (options_end || word[0] != '-' || word[1] == '\0')
            argv[1 + words++] = word; /* never ahead of `next`: every word moved was read before */
        else if (word[1] == '-')
            code = parse_long(&line, word + 2, err);
        else
            code = parse_short(&line, word + 1, err);
        if (code != POISE_OK)
            return code;
    }
    *n_words = words;
    return POISE_OK;
}

#include "capture/compiler/build_options.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *const passed[] = {
    "-cl-single-precision-constant",
    "-cl-denorms-are-zero",
    "-cl-mad-enable",
    "-cl-no-signed-zeros",
    "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only",
    "-cl-fast-relaxed-math",
    "-cl-std=CL1.0",
    "-cl-std=CL1.1",
    "-cl-std=CL1.2",
    "-w",
    "-Werror",
    "-cl-kernel-arg-info",
    NULL,
};

/* Options that change nothing here: how the code is optimised is part of what a trace means, and vendors'
 * options concern their own hardware. */
static const char *const dropped_prefixes[] = {
    "-cl-opt-disable",
    "-cl-strict-aliasing",
    "-cl-nv-",
    "-cl-intel-",
    "-cl-uniform-work-group-size",
    "-cl-fp32-correctly-rounded-divide-sqrt",
    "-W",
    "-fbin-",
    "-fno-bin-",
    "-save-temps",
    "-g",
    "-O",
    NULL,
};

static bool is_passed(const char *word)
{
    for (const char *const *p = passed; *p; p++) {
        if (strcmp(word, *p) == 0)
            return true;
    }
    return false;
}

static bool is_dropped(const char *word)
{
    for (const char *const *p = dropped_prefixes; *p; p++) {
        if (strncmp(word, *p, strlen(*p)) == 0)
            return true;
    }
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Cuts the next word out of *in and writes it to *out; quotes group and vanish, a backslash keeps the next
 * character. NULL at the end of the text. */
static char *next_word(const char **in, char **out)
{
    while (is_blank(**in))
        ++*in;
    if (!**in)
        return NULL;
    char *word = *out;
    char quote = 0;
    for (; **in && (quote || !is_blank(**in)); ++*in) {
        char c = **in;
        if (quote ? c == quote : c == '"' || c == '\'')
            quote = quote ? 0 : c;
        else if (c == '\\' && (*in)[1])
            *(*out)++ = *++*in;
        else
            *(*out)++ = c;
    }
    *(*out)++ = '\0';
    return word;
}

/* Takes one word, and its value when that stands apart (-D NAME). */
static int take_word(capture_options *options, char *word, const char **in, char **out, poise_error *err)
{
    bool is_definition =
        strncmp(word, "-D", 2) == 0 || strncmp(word, "-U", 2) == 0 || strncmp(word, "-I", 2) == 0;
    if (is_definition) {
        options->words[options->n_words++] = word;
        if (word[2])
            return POISE_OK;
        char *value = next_word(in, out);
        if (!value)
            return poise_fail(err, POISE_USAGE, "build option %s lacks its value", word);
        options->words[options->n_words++] = value;
        return POISE_OK;
    }
    if (strncmp(word, "-cl-std=", strlen("-cl-std=")) == 0 && !is_passed(word))
        return poise_fail(err, POISE_USAGE, "%s: the device compiles OpenCL C 1.0, 1.1 and 1.2", word);
    if (is_passed(word))
        options->words[options->n_words++] = word;
    else if (!is_dropped(word))
        return poise_fail(err, POISE_USAGE, "unknown build option %s", word);
    return POISE_OK;
}

int capture_options_parse(const char *string, capture_options *options, poise_error *err)
{
    size_t room = strlen(string) + 2;
    *options = (capture_options){.text = calloc(room, 1), .words = calloc(room, sizeof(char *))};
    if (!options->text || !options->words) {
        capture_options_free(options);
        return poise_fail(err, POISE_FAILED, "out of memory for the build options");
    }
    char *out = options->text;
    int code = POISE_OK;
    for (char *word; code == POISE_OK && (word = next_word(&string, &out)) != NULL;)
        code = take_word(options, word, &string, &out, err);
    if (code != POISE_OK)
        capture_options_free(options);
    return code;
}

void capture_options_free(capture_options *options)
{
    free(options->text);
    free(options->words);
    *options = (capture_options){0};
}

#include "datasets/common/workload.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_WRONG_USAGE = 2, EXIT_DAMAGED_FILE = 3 };

const char workload_path[] = "PATH";

static const char *program_name = "workload";
static const char *given_path;

const char *workload_file(void)
{
    return given_path;
}

static _Noreturn void fail_with(int exit_code, const char *format, va_list arguments)
{
    (void)fflush(stdout);
    (void)fprintf(stderr, "%s: ", program_name);
    (void)vfprintf(stderr, format, arguments);
    (void)fputc('\n', stderr);
    exit(exit_code);
}

void workload_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_with(EXIT_FAILURE, format, arguments);
}

void workload_damaged(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_with(EXIT_DAMAGED_FILE, format, arguments);
}

static _Noreturn void fail_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void fail_usage(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_with(EXIT_WRONG_USAGE, format, arguments);
}

static uint32_t parse_number(const workload_option *option, const char *text)
{
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)text[0]) || *end != '\0' || errno != 0 || value < option->min ||
        value > option->max)
        fail_usage("--%s needs a number from %" PRIu32 " to %" PRIu32 ", not '%s'", option->name, option->min,
                   option->max, text);
    return (uint32_t)value;
}

/* Start of word number `index` of "a|b|c" and its length; NULL behind the last. */
static const char *choice_word(const char *choices, uint32_t index, size_t *length)
{
    while (index > 0 && choices) {
        choices = strchr(choices, '|');
        choices = choices ? choices + 1 : NULL;
        index--;
    }
    *length = choices ? strcspn(choices, "|") : 0;
    return choices;
}

static uint32_t parse_choice(const workload_option *option, const char *text)
{
    size_t length = 0;
    for (uint32_t index = 0;; index++) {
        const char *word = choice_word(option->choices, index, &length);
        if (!word)
            fail_usage("--%s is one of %s, not '%s'", option->name, option->choices, text);
        if (strlen(text) == length && strncmp(text, word, length) == 0)
            return index;
    }
}

static const workload_option *find_option(const workload *work, const char *name, size_t length)
{
    for (size_t i = 0; i < work->n_options; i++) {
        const workload_option *option = &work->options[i];
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return option;
    }
    fail_usage("unknown option '--%.*s'; --help lists the options", (int)length, name);
}

/* `value` is that of the option, or its default. */
static void print_value(const workload_option *option, uint32_t value)
{
    if (option->choices == workload_path) {
        printf("%s", given_path ? given_path : "none");
    } else if (option->choices) {
        size_t length = 0;
        const char *word = choice_word(option->choices, value, &length);
        printf("%.*s", (int)length, word);
    } else {
        printf("%" PRIu32, value);
    }
}

static void print_help(const workload *work)
{
    printf("%s: %s\n\nUsage: %s [--OPTION VALUE]...\n\n", work->name, work->summary, work->name);
    for (size_t i = 0; i < work->n_options; i++) {
        const workload_option *option = &work->options[i];
        printf("  --%-12s %s (", option->name, option->help);
        if (option->choices)
            printf("%s", option->choices);
        else
            printf("%" PRIu32 " to %" PRIu32, option->min, option->max);
        printf("; default ");
        print_value(option, option->initial);
        printf(")\n");
    }
    printf("  --%-12s this text\n", "help");
}

static void close_output(void)
{
    if (fflush(stdout) != 0 || ferror(stdout))
        workload_fail("cannot write to standard output: %s", strerror(errno));
}

void workload_begin(const workload *work, int argc, char **argv)
{
    program_name = work->name;
    given_path = NULL;
    for (size_t i = 0; i < work->n_options; i++)
        if (work->options[i].choices != workload_path)
            *work->options[i].value = work->options[i].initial;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (strcmp(word, "--help") == 0) {
            print_help(work);
            close_output();
            exit(EXIT_SUCCESS);
        }
        if (strncmp(word, "--", 2) != 0)
            fail_usage("unexpected argument '%s'; --help lists the options", word);
        size_t length = strcspn(word + 2, "=");
        const workload_option *option = find_option(work, word + 2, length);
        const char *value = word[2 + length] == '=' ? word + 3 + length : argv[++i];
        if (!value)
            fail_usage("--%s needs a value", option->name);
        if (option->choices == workload_path)
            given_path = value;
        else
            *option->value = option->choices ? parse_choice(option, value) : parse_number(option, value);
    }
}

void workload_verified(const workload *work, const char *device_name, unsigned launches, const char *format,
                       ...)
{
    printf("%s:", work->name);
    for (size_t i = 0; i < work->n_options; i++) {
        const workload_option *option = &work->options[i];
        printf("%s %s ", i ? "," : "", option->name);
        print_value(option, option->value ? *option->value : 0);
    }
    printf("; %u launch%s on %s; ", launches, launches == 1 ? "" : "es", device_name);
    va_list arguments;
    va_start(arguments, format);
    (void)vprintf(format, arguments);
    va_end(arguments);
    printf("; verified\n");
    close_output();
}

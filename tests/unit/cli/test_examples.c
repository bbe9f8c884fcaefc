/* Are the examples of the manual pages command lines that the verbs take? */
#include "cli/help/manual.h"
#include "tests/test.h"

#include <wordexp.h>

enum { MOST_WORDS = 64 };

static void every_verb_has_an_example(void **state)
{
    (void)state;
    size_t n_verbs, n;
    const cli_verb *const *verbs = cli_verbs(&n_verbs);
    const cli_example *examples = cli_examples(&n);
    for (size_t v = 0; v < n_verbs; v++) {
        bool found = false;
        for (size_t i = 0; i < n; i++)
            found |= strcmp(examples[i].verb, verbs[v]->name) == 0;
        if (!found)
            fail_msg("cli/help/examples.c has none of %s", verbs[v]->name);
    }
}

/* "poise VERB ARGUMENTS" parted as a shell does, and parsed by the verb's table. */
static void parse(const cli_example *example)
{
    const cli_verb *verb = cli_verb_find(example->verb);
    if (verb == NULL) {
        fail_msg("there is no verb %s", example->verb);
        return; /* fail_msg does not; clang-tidy does not know */
    }
    char command[512];
    snprintf(command, sizeof command, "%s %s", example->verb, example->arguments);
    wordexp_t words;
    char *argv[MOST_WORDS]; /* parsing moves the words */
    assert_int_equal(wordexp(command, &words, WRDE_NOCMD | WRDE_UNDEF), 0);
    assert_true(words.we_wordc <= MOST_WORDS);
    memcpy(argv, words.we_wordv, words.we_wordc * sizeof *argv);
    void *options = calloc(1, verb->options_size + 1);
    assert_non_null(options);
    poise_error err = {0};
    int n_words, code = poise_options_defaults(verb->options, verb->n_options, options, &err);
    if (code == POISE_OK)
        code = poise_options_parse(verb->options, verb->n_options, options, (int)words.we_wordc, argv,
                                   &n_words, &err);
    if (code != POISE_OK)
        fail_msg("poise %s: %s", command, err.text);
    free(options);
    wordfree(&words);
}

static void every_example_is_taken(void **state)
{
    (void)state;
    size_t n;
    const cli_example *examples = cli_examples(&n);
    for (size_t i = 0; i < n; i++)
        parse(&examples[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_verb_has_an_example),
        cmocka_unit_test(every_example_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "cli/sim/programs.h"

#include "cli/train/sets.h"

#include <stdlib.h>
#include <string.h>

static int add(evaluate_mix *mix, char *word, poise_error *err)
{
    evaluate_sms sms;
    cli_words folders = {0};
    if (strncmp(word, "cpu:", 4) == 0)
        return evaluate_mix_add_cpu(mix, word + 4, err);
    int code = evaluate_sms_split(word, &sms, err);
    if (code == POISE_OK)
        code = cli_expand_sets(&folders, 1, &word, err);
    if (code == POISE_OK && folders.n != 1)
        code = poise_fail(err, POISE_USAGE, "'%s' stands for %d programs: name one", word, folders.n);
    if (code == POISE_OK)
        code = evaluate_mix_add(mix, folders.word[0], &sms, err);
    cli_words_free(&folders);
    return code;
}

int cli_mix_add(evaluate_mix *mix, const char *word, poise_error *err)
{
    char *copy = strdup(word);
    if (copy == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for '%s'", word);
    int code = add(mix, copy, err);
    free(copy);
    return code;
}

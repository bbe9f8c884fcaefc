#include "cli/evaluate/mixes.h"

#include "cli/interrupt.h"
#include "cli/sim/programs.h"
#include "common/file.h"
#include "common/log.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FILE = 1 << 20 };

typedef struct mix_list {
    evaluate_mix *mixes;
    size_t n;
} mix_list;

static char *trimmed(char *text)
{
    text += strspn(text, " \t\r");
    for (size_t n = strlen(text); n > 0 && strchr(" \t\r", text[n - 1]) != NULL; n--)
        text[n - 1] = '\0';
    return text;
}

/* "NAME = A + B@4"; modified. */
static int add_mix(mix_list *list, char *text, poise_error *err)
{
    char *programs = strchr(text, '='), *rest;
    evaluate_mix *grown = realloc(list->mixes, (list->n + 1) * sizeof *grown);
    if (grown == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the mixes");
    list->mixes = grown;
    evaluate_mix *mix = &grown[list->n++];
    *mix = (evaluate_mix){0};
    if (programs == NULL || programs == text)
        return poise_fail(err, POISE_USAGE, "'%s' is not of the form NAME=TRACES+TRACES", text);
    *programs++ = '\0';
    mix->name = strdup(trimmed(text));
    if (mix->name == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the mixes");
    for (size_t i = 0; i + 1 < list->n; i++)
        if (strcmp(list->mixes[i].name, mix->name) == 0)
            return poise_fail(err, POISE_USAGE, "two mixes are called %s", mix->name);
    int code = POISE_OK;
    for (char *word = strtok_r(programs, "+", &rest); word != NULL && code == POISE_OK;
         word = strtok_r(NULL, "+", &rest))
        code = cli_mix_add(mix, trimmed(word), err);
    if (code == POISE_OK && mix->n < 2)
        code = poise_fail(err, POISE_USAGE, "a mix has two programs at least");
    return code == POISE_OK ? code : poise_error_prefix(err, "mix %s", mix->name);
}

static int read_file(mix_list *list, const char *path, poise_error *err)
{
    char *text = NULL, *rest;
    size_t size, number = 0;
    int code = poise_read_file(path, MOST_FILE, &text, &size, err);
    for (char *line = text; line != NULL && code == POISE_OK; line = rest) {
        rest = strchr(line, '\n');
        if (rest != NULL)
            *rest++ = '\0';
        line[strcspn(line, "#")] = '\0';
        line = trimmed(line);
        number++;
        if (*line != '\0' && (code = add_mix(list, line, err)) != POISE_OK)
            poise_error_prefix(err, "%s:%zu", path, number);
    }
    free(text);
    return code;
}

static int read_mixes(mix_list *list, const cli_mixes *mixes, poise_error *err)
{
    int code = POISE_OK;
    for (size_t i = 0; i < mixes->given.n && code == POISE_OK; i++) {
        char *copy = strdup(mixes->given.text[i]);
        code = copy != NULL ? add_mix(list, copy, err)
                            : poise_fail(err, POISE_FAILED, "out of memory for the mixes");
        free(copy);
        if (code != POISE_OK)
            poise_error_prefix(err, "--mix");
    }
    if (code == POISE_OK && mixes->file != NULL)
        code = read_file(list, mixes->file, err);
    return code == POISE_OK && list->n == 0 ? poise_fail(err, POISE_USAGE, "%s has no mix", mixes->file)
                                            : code;
}

static int simulate(const evaluate_mixes_request *request, const char *csv, const char *json,
                    poise_error *err)
{
    evaluate_mixes results;
    int code = evaluate_mixes_run(&results, request, err);
    if (code == POISE_OK) {
        evaluate_mixes_print(&results, stdout);
        poise_say("%zu runs alone, under %s", results.n_alone, request->alone);
    }
    if (code == POISE_OK && csv != NULL)
        code = evaluate_mixes_write_csv(&results, csv, err);
    if (code == POISE_OK && json != NULL)
        code = evaluate_mixes_write_json(&results, json, err);
    evaluate_mixes_free(&results);
    return code;
}

int cli_evaluate_mixes(const cli_mixes *mixes, const sim_config *config, const char *policies, int jobs,
                       const char *csv, const char *json, poise_error *err)
{
    mix_list list = {0};
    evaluate_policy_list schedulers = {0};
    int code = evaluate_policy_list_parse(&schedulers, policies, err);
    if (code == POISE_OK)
        code = evaluate_policy_refuse_own(mixes->alone, err);
    if (code == POISE_OK)
        code = read_mixes(&list, mixes, err);
    if (code == POISE_OK) {
        const evaluate_mixes_request request = {.config = config,
                                                .policies = &schedulers,
                                                .mixes = list.mixes,
                                                .n_mixes = list.n,
                                                .alone = mixes->alone,
                                                .best = mixes->partition == 1,
                                                .step = (uint32_t)mixes->step,
                                                .jobs = jobs,
                                                .stop = cli_interrupt_flag()};
        code = simulate(&request, csv, json, err);
    }
    for (size_t i = 0; i < list.n; i++)
        evaluate_mix_free(&list.mixes[i]);
    free(list.mixes);
    evaluate_policy_list_free(&schedulers);
    return code;
}

#include "cli/evaluate/mixes.h"

#include "cli/evaluate/outputs.h"
#include "cli/evaluate/plan.h"
#include "cli/evaluate/submit.h"
#include "cli/interrupt.h"
#include "cli/sim/programs.h"
#include "common/file.h"
#include "common/log.h"
#include "evaluate/mix/compare.h"
#include "evaluate/mix/output.h"
#include "evaluate/results/results.h"
#include "runs/store.h"

#include <limits.h>
#include <stdio.h>
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
    if (code == POISE_OK && evaluate_mix_parties(mix) == 0)
        code = poise_fail(err, POISE_USAGE, "a mix has one program at least");
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

/* Launches and CPU programs that a limit has ended, in a sentence for each mix. */
static void warn_of_cuts(const evaluate_mixes *results)
{
    const evaluate_mixes_request *request = &results->request;
    for (size_t m = 0; m < request->n_mixes; m++) {
        size_t launches = 0, cpus = 0;
        for (size_t p = 0; p < request->policies->n; p++) {
            const evaluate_mix_outcome *shared = &evaluate_mix_cell_of(results, m, p)->shared;
            for (size_t i = 0; i < request->mixes[m].n; i++)
                launches += shared->programs[i].cut_short;
            for (size_t i = 0; i < request->mixes[m].n_cpus; i++)
                cpus += shared->cpus[i].cut_short;
        }
        if (launches + cpus > 0)
            poise_warn("mix %s: cut short by max_cycles or max_insts, over all policies: launches %zu, CPU "
                       "programs %zu",
                       request->mixes[m].name, launches, cpus);
    }
}

static int write_outputs(const evaluate_mixes *results, const evaluate_options *options, poise_error *err)
{
    int code = POISE_OK;
    warn_of_cuts(results);
    evaluate_mixes_print(results, stdout);
    poise_say("%zu runs alone, under %s", results->n_alone, results->request.alone->policies[0].label);
    if (options->output != NULL)
        code = evaluate_results_write_mixes(options->output, results, err);
    if (code == POISE_OK && options->csv != NULL)
        code = evaluate_mixes_write_csv(results, options->csv, err);
    if (code == POISE_OK && options->json != NULL)
        code = evaluate_mixes_write_json(results, options->json, err);
    return code;
}

static int compare(const evaluate_mixes_request *request, const evaluate_options *options, poise_error *err)
{
    evaluate_mixes results;
    int code = evaluate_mixes_compare(&results, request, err);
    if (code == POISE_OK)
        code = write_outputs(&results, options, err);
    evaluate_mixes_free(&results);
    if (code == POISE_OK && request->store != NULL)
        runs_store_remove(request->store);
    if (code == POISE_OK)
        evaluate_clean_outputs((const char *[]){options->output, options->csv, options->json});
    return code;
}

static int run_share(const evaluate_mixes_request *request, poise_error *err)
{
    size_t done, all;
    int code = evaluate_mixes_share(request, &done, &all, err);
    if (code == POISE_OK)
        cli_shares_say(&request->share, done, all, request->store);
    return code;
}

static int prepare(const void *request, int (*inside)(void *user, poise_error *err), void *user,
                   poise_error *err)
{
    return evaluate_mixes_prepare(request, inside, user, err);
}

static int work(evaluate_mixes_request *request, const evaluate_options *options, poise_error *err)
{
    char store[PATH_MAX];
    if (options->output != NULL) {
        if (snprintf(store, sizeof store, "%s.parts", options->output) >= (int)sizeof store)
            return poise_fail(err, POISE_USAGE, "the name of the output is too long");
        request->store = store;
    }
    int code = cli_shares_read(&options->shares, &request->share, err);
    if (code != POISE_OK)
        return code;
    if (request->share.only_submits)
        return cli_evaluate_submit(&(cli_evaluate_job){.options = options,
                                                       .config = request->config,
                                                       .store = request->store,
                                                       .prepare = prepare,
                                                       .request = request},
                                   err);
    return request->share.n_shares > 0 ? run_share(request, err) : compare(request, options, err);
}

int cli_evaluate_mixes(const evaluate_options *options, const sim_config *config,
                       const evaluate_policy_list *policies, poise_error *err)
{
    const cli_mixes *mixes = &options->mixes;
    mix_list list = {0};
    evaluate_policy_list alone = {0};
    int code = evaluate_policy_list_parse(&alone, mixes->alone, err);
    if (code == POISE_OK && (alone.n != 1 || alone.policies[0].kind != EVALUATE_POLICY))
        code = poise_fail(err, POISE_USAGE, "--alone names one policy that needs no profile, not '%s'",
                          mixes->alone);
    if (code == POISE_OK)
        code = read_mixes(&list, mixes, err);
    if (code == POISE_OK) {
        evaluate_mixes_request request = {.config = config,
                                          .policies = policies,
                                          .mixes = list.mixes,
                                          .n_mixes = list.n,
                                          .alone = &alone,
                                          .best = mixes->partition == 1,
                                          .step = (uint32_t)mixes->step,
                                          .over_time = (uint64_t)options->over_time,
                                          .jobs = (int)options->work.jobs,
                                          .stop = cli_interrupt_flag(),
                                          .progress = (poise_progress_mode)options->work.progress,
                                          .announce = evaluate_say_mixes_plan};
        code = work(&request, options, err);
    }
    for (size_t i = 0; i < list.n; i++)
        evaluate_mix_free(&list.mixes[i]);
    free(list.mixes);
    evaluate_policy_list_free(&alone);
    return code;
}

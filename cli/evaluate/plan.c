#include "cli/evaluate/plan.h"

#include "cli/shares.h"
#include "evaluate/results/results.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* The first policy whose N is searched. */
static const evaluate_policy *searching(const evaluate_policy_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        const evaluate_policy_kind kind = list->policies[i].kind;
        if (kind == EVALUATE_SWL || kind == EVALUATE_PCAL_SWL)
            return &list->policies[i];
    }
    return NULL;
}

static void say_search(const evaluate_request *request, const evaluate_outline *outline)
{
    const evaluate_policy *policy = searching(request->policies);
    char each[48];
    if (policy == NULL || outline->diagonal_runs == 0)
        return;
    if (outline->diagonal[0] == outline->diagonal[1])
        snprintf(each, sizeof each, "%u", outline->diagonal[1]);
    else
        snprintf(each, sizeof each, "%u to %u", outline->diagonal[0], outline->diagonal[1]);
    poise_say("%s without --profile simulates every N = p to find the best: %s runs of each program, %zu in "
              "all; with a profile from 'poise profile', or a fixed N (%s), none",
              policy->short_name, each, outline->diagonal_runs,
              policy->kind == EVALUATE_SWL ? "swl:8" : "pcal_swl:n=8");
}

/* What an outline says of all kinds of runs. */
typedef struct left {
    size_t done, left;
    double warp_insts;
    int threads;
    const runs_share *share;
    poise_progress_mode progress;
} left;

static void say_what_is_left(const left *l)
{
    char before[64] = "", share[64] = "";
    if (l->done > 0)
        snprintf(before, sizeof before, "%zu %s done before, ", l->done, l->done == 1 ? "was" : "were");
    if (l->share->n_shares > 0)
        snprintf(share, sizeof share, " in share %u of %u", l->share->share + 1, l->share->n_shares);
    if (l->left == 0)
        poise_say("%snone is left%s", before, share);
    else
        poise_say(
            "%s%zu %s left%s (%.3g warp instructions), with %d thread%s%s", before, l->left,
            l->left == 1 ? "is" : "are", share, l->warp_insts, l->threads, plural((size_t)l->threads),
            l->progress == POISE_PROGRESS_NEVER ? "" : "; how long it takes is told when the first are done");
}

void evaluate_say_plan(const evaluate_request *request, const evaluate_outline *outline)
{
    char machines[32] = "";
    if (request->machine != NULL)
        snprintf(machines, sizeof machines, "%zu machine%s, ", outline->machines, plural(outline->machines));
    poise_say("%s%zu program%s of %zu launch%s, %zu polic%s: %zu run%s of a program", machines,
              request->n_programs, plural(request->n_programs), outline->launches,
              outline->launches == 1 ? "" : "es", request->policies->n,
              request->policies->n == 1 ? "y" : "ies", outline->runs, plural(outline->runs));
    say_search(request, outline);
    say_what_is_left(&(left){outline->runs_done, outline->runs_left, outline->warp_insts_left,
                             outline->threads, &request->share, request->progress});
}

void evaluate_say_mixes_plan(const evaluate_mixes_request *request, const evaluate_mixes_outline *outline)
{
    poise_say("%zu mix%s, %zu polic%s: %zu run%s of a mix, %zu of a program alone", request->n_mixes,
              request->n_mixes == 1 ? "" : "es", request->policies->n,
              request->policies->n == 1 ? "y" : "ies", outline->runs - outline->runs_alone,
              plural(outline->runs - outline->runs_alone), outline->runs_alone);
    say_what_is_left(&(left){outline->runs_done, outline->runs_left, outline->warp_insts_left,
                             outline->threads, &request->share, request->progress});
}

/* ---- status ---- */

static void print_finished_programs(const char *output, const evaluate_results *results)
{
    const size_t n_programs = results->all.of[0]->request.n_programs;
    printf("finished  %s has %zu program%s under %zu polic%s", output, n_programs, plural(n_programs),
           results->policies.n, results->policies.n == 1 ? "y" : "ies");
    if (results->n_machines > 0)
        printf(" on %zu machine%s", results->n_machines, plural(results->n_machines));
    putchar('\n');
}

static int print_finished(const char *output, poise_error *err)
{
    evaluate_results results;
    int code = evaluate_results_read(output, &results, err);
    if (code != POISE_OK)
        return code;
    if (results.n_mixes > 0)
        printf("finished  %s has %zu mix%s under %zu polic%s\n", output, results.n_mixes,
               results.n_mixes == 1 ? "" : "es", results.policies.n, results.policies.n == 1 ? "y" : "ies");
    else
        print_finished_programs(output, &results);
    evaluate_results_free(&results);
    return POISE_OK;
}

int evaluate_print_status(const char *output, poise_error *err)
{
    static const cli_run_words words = {"runs", "launch", "launches", "done"};
    char folder[PATH_MAX];
    runs_status_row *rows;
    size_t n;
    if (snprintf(folder, sizeof folder, "%s.parts", output) >= (int)sizeof folder)
        return poise_fail(err, POISE_USAGE, "the name of the output is too long");
    if (!runs_are_in(folder))
        return access(output, F_OK) == 0
                   ? print_finished(output, err)
                   : poise_fail(err, POISE_FAILED, "there are neither results %s nor an evaluation in %s",
                                output, folder);
    int code = runs_status(folder, &rows, &n, err);
    if (code != POISE_OK)
        return code;
    code = cli_shares_print(rows, n, &words, err);
    free(rows);
    if (code == POISE_OK)
        printf("collect   %s is not written yet: --collect makes it\n", output);
    return code;
}

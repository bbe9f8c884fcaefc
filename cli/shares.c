#include "cli/shares.h"

#include "common/log.h"
#include "runs/slurm.h"

#include <inttypes.h>
#include <stdio.h>

/* Reads "I/N" with 1 <= I <= N. */
static int read_shard(const char *text, runs_share *share, poise_error *err)
{
    unsigned one, all;
    int end = 0;
    if (sscanf(text, "%5u/%5u%n", &one, &all, &end) != 2 || text[end] != '\0' || one < 1 || one > all)
        return poise_fail(err, POISE_USAGE, "--shard wants I/N with 1 <= I <= N, such as 2/8, not '%s'",
                          text);
    *share = (runs_share){.share = one - 1, .n_shares = all};
    return POISE_OK;
}

int cli_shares_read(const cli_shares *shares, runs_share *share, poise_error *err)
{
    *share = (runs_share){.only_collects = shares->collect};
    if (shares->shard != NULL) {
        int code = read_shard(shares->shard, share, err);
        if (code != POISE_OK)
            return code;
    }
    if (shares->shard != NULL && shares->collect)
        return poise_fail(err, POISE_USAGE, "--collect puts all shards together: it goes without --shard");
    if (shares->slurm > 0 && (shares->shard != NULL || shares->collect))
        return poise_fail(err, POISE_USAGE, "--slurm shards and collects by itself");
    if (shares->slurm > 0)
        *share = (runs_share){.n_shares = (uint32_t)shares->slurm, .only_submits = true};
    return POISE_OK;
}

int cli_shares_submit(const cli_shares *shares, const cli_job *job, poise_error *err)
{
    runs_slurm_jobs jobs;
    const runs_slurm slurm = {.folder = job->folder,
                              .machine = job->machine,
                              .shares = (uint32_t)shares->slurm,
                              .cores = job->cores > 0 ? (uint32_t)job->cores : 1,
                              .lines = shares->slurm_options.text,
                              .n_lines = shares->slurm_options.n,
                              .command = job->words,
                              .n_command = job->n_words,
                              .leaves_some = job->leaves_some};
    int code = runs_slurm_submit(&slurm, &jobs, err);
    if (code == POISE_OK)
        poise_say("jobs %s_1 to %s_%u simulate, job %s collects; logs are in %s", jobs.array, jobs.array,
                  slurm.shares, jobs.collect, job->folder);
    return code;
}

void cli_shares_say(const runs_share *share, size_t done, size_t all, const char *folder)
{
    poise_say("share %u of %u: %zu of all %zu runs are kept in %s", share->share + 1, share->n_shares, done,
              all, folder);
}

/* ---- status ---- */

typedef struct sums {
    size_t runs[RUNS_STATES];
    uint64_t steps[RUNS_STATES];
} sums;

static sums add_up(const runs_status_row *rows, size_t n)
{
    sums s = {0};
    for (size_t i = 0; i < n; i++) {
        s.runs[rows[i].state]++;
        s.steps[rows[i].state] += rows[i].run.steps;
    }
    return s;
}

static const char *step_word(const cli_run_words *words, uint64_t n)
{
    return n == 1 ? words->step : words->steps;
}

static void print_row(const runs_status_row *row, const cli_run_words *words)
{
    printf("%-8s  %s: %" PRIu64 " %s%s%s\n", runs_state_names[row->state], row->run.name, row->run.steps,
           step_word(words, row->run.steps), row->state == RUNS_STATE_FAILED ? ": " : "",
           row->state == RUNS_STATE_FAILED ? row->detail : "");
}

int cli_shares_print(const runs_status_row *rows, size_t n, const cli_run_words *words, poise_error *err)
{
    const sums s = add_up(rows, n);
    for (size_t i = 0; i < n; i++) {
        if (rows[i].state != RUNS_STATE_DONE)
            print_row(&rows[i], words);
    }
    for (int state = 0; state < RUNS_STATES; state++)
        printf("%-8s  %zu of %zu %s, %" PRIu64 " %s\n", runs_state_names[state], s.runs[state], n,
               words->runs, s.steps[state], step_word(words, s.steps[state]));
    if (s.runs[RUNS_STATE_DONE] == n)
        return POISE_OK;
    return poise_fail(err, POISE_INCOMPLETE, "%zu of %zu %s are %s", s.runs[RUNS_STATE_DONE], n, words->runs,
                      words->done);
}

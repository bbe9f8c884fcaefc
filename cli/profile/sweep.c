#include "cli/profile/sweep.h"

#include "cli/interrupt.h"
#include "common/file.h"
#include "profile/profile_file.h"
#include "profile/sweep/run.h"

#include <inttypes.h>
#include <stdio.h>

static int measure(const profile_job *job, runs_store *parts, sweep_plan *plan, poise_error *err)
{
    uint64_t left = sweep_plan_left(plan);
    if (left == 0)
        return POISE_OK;
    sweep_effort effort = {.threads = (int)job->work->jobs, .parts = parts, .stop = cli_interrupt_flag()};
    effort.progress =
        poise_progress_begin("profile", "simulations", left, (poise_progress_mode)job->work->progress);
    poise_progress_expect(effort.progress, sweep_plan_work_left(plan));
    int code = sweep_run(plan, &effort, err);
    poise_progress_end(effort.progress);
    return code;
}

/* Says what is kept and how to go on. */
static int explain(const profile_job *job, const sweep_plan *plan, poise_error *err)
{
    size_t missing = sweep_plan_missing(plan), all = sweep_plan_distinct(plan);
    poise_error reason = *err;
    return poise_fail(err, reason.code,
                      "%.700s; %zu of %zu kernels are measured and kept in %.150s: the same command goes on",
                      reason.text, all - missing, all, job->place->parts);
}

static int collect(const profile_job *job, sweep_plan *plan, poise_error *err)
{
    size_t missing = sweep_plan_missing(plan);
    if (missing > 0)
        return poise_fail(err, POISE_INCOMPLETE,
                          "%zu kernels are not measured: see poise profile --status; without --collect they "
                          "are measured",
                          missing);
    sweep_plan_copy_twins(plan);
    return profile_write(job->place->file, &plan->result, err);
}

static int work(const profile_job *job, runs_store *parts, sweep_plan *plan, poise_error *err)
{
    double start = poise_now();
    size_t found = sweep_parts_load(parts, plan);
    sweep_plan_share(plan, &job->share);
    if (!job->share.only_collects)
        profile_say_plan(job, plan);
    int code = job->share.only_collects ? POISE_OK : measure(job, parts, plan, err);
    if (code != POISE_OK)
        return explain(job, plan, err);
    if (job->share.n_shares == 0)
        code = collect(job, plan, err);
    if (code != POISE_OK)
        return code;
    char before[48] = "";
    if (found > 0)
        snprintf(before, sizeof before, " (%zu measured before)", found);
    double share = 100 * sweep_plan_simulating(plan) / poise_process_seconds();
    if (job->share.n_shares > 0)
        poise_say("share %u of %u: %" PRIu64 " simulations in %.1f s (%.1f %% of processor time), kept in %s",
                  job->share.share + 1, job->share.n_shares, sweep_plan_simulated(plan), poise_now() - start,
                  share, job->place->parts);
    else
        poise_say("%zu kernels%s, %" PRIu64
                  " simulations in %.1f s (%.1f %% of processor time), written to %s",
                  plan->n_launches, before, sweep_plan_simulated(plan), poise_now() - start, share,
                  job->place->file);
    return POISE_OK;
}

int profile_submit(const profile_job *job, const cli_shares *shares, const sweep_plan *plan,
                   const char *const *words, size_t n_words, poise_error *err)
{
    runs_store parts;
    int code = sweep_parts_open(&parts, job->place->parts, &job->share, plan, err);
    if (code != POISE_OK)
        return code;
    const cli_job jobs = {.folder = job->place->parts,
                          .machine = plan->result.config_text,
                          .cores = job->work->jobs,
                          .words = words,
                          .n_words = n_words};
    code = cli_shares_submit(shares, &jobs, err);
    runs_store_close(&parts);
    return code;
}

int profile_sweep(const profile_job *job, sweep_plan *plan, poise_error *err)
{
    runs_store parts;
    int code = sweep_parts_open(&parts, job->place->parts, &job->share, plan, err);
    if (code != POISE_OK)
        return code;
    code = work(job, &parts, plan, err);
    runs_store_close(&parts);
    if (code == POISE_OK && job->share.n_shares == 0) {
        (job->place->keeps_parts ? runs_store_clean : runs_store_remove)(job->place->parts);
        poise_atomic_clean(job->place->file);
    }
    return code;
}

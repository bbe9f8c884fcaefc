#include "cli/profile_sweep.h"

#include "common/log.h"
#include "profile/sweep/parts.h"
#include "profile/sweep/slurm.h"

int profile_submit(const profile_job *job, const sweep_plan *plan, const poise_list *lines,
                   const char *const *words, size_t n_words, poise_error *err)
{
    sweep_parts parts;
    sweep_slurm_jobs jobs;
    int code = sweep_parts_open(&parts, job->place->parts, "submit", plan, err);
    if (code != POISE_OK)
        return code;
    const sweep_slurm slurm = {.folder = job->place->parts,
                               .machine = plan->result.config_text,
                               .shares = job->n_shares,
                               .cores = job->work->jobs > 0 ? (uint32_t)job->work->jobs : 1,
                               .lines = lines->text,
                               .n_lines = lines->n,
                               .command = words,
                               .n_command = n_words};
    code = sweep_slurm_submit(&slurm, &jobs, err);
    sweep_parts_close(&parts);
    if (code == POISE_OK)
        poise_say("jobs %s_1 to %s_%u measure, job %s collects; logs are in %s", jobs.array, jobs.array,
                  job->n_shares, jobs.collect, job->place->parts);
    return code;
}

#include "runs/slurm.h"

#include "common/file.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* One word of a shell command. */
static void put_quoted(FILE *out, const char *word)
{
    fputs(" '", out);
    for (; *word != '\0'; word++) {
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    }
    fputc('\'', out);
}

/* The lines that both scripts begin with. Jobs may be requeued: what is measured is kept. */
static void put_head(FILE *out, const runs_slurm *job, const char *name, const char *log)
{
    fprintf(out, "#!/bin/bash\n#SBATCH --job-name=poise-%s\n#SBATCH --requeue\n#SBATCH --open-mode=append\n",
            name);
    fprintf(out, "#SBATCH --output=\"%s/slurm-%s.log\"\n", job->folder, log);
    for (size_t i = 0; i < job->n_lines; i++)
        fprintf(out, "#SBATCH --%s\n", job->lines[i]);
}

static void put_command(FILE *out, const runs_slurm *job)
{
    char machine[PATH_MAX];
    snprintf(machine, sizeof machine, "%s/" RUNS_SLURM_MACHINE, job->folder);
    fputs("exec", out);
    for (size_t i = 0; i < job->n_command; i++)
        put_quoted(out, job->command[i]);
    fputs(" --progress never -c", out);
    put_quoted(out, machine);
}

static void put_sweep(FILE *out, const runs_slurm *job)
{
    put_head(out, job, "sweep", "%a");
    fprintf(out, "#SBATCH --array=1-%u\n#SBATCH --cpus-per-task=%u\n", job->shares, job->cores);
    put_command(out, job);
    fprintf(out, " -j %u --shard \"$SLURM_ARRAY_TASK_ID/%u\"\n", job->cores, job->shares);
}

static void put_collect(FILE *out, const runs_slurm *job)
{
    put_head(out, job, "collect", "collect");
    if (job->leaves_some)
        fprintf(out, "#SBATCH --cpus-per-task=%u\n", job->cores);
    put_command(out, job);
    if (job->leaves_some)
        fprintf(out, " -j %u\n", job->cores);
    else
        fputs(" --collect\n", out);
}

static void put_machine(FILE *out, const runs_slurm *job)
{
    fputs(job->machine, out);
}

static int write_file(const runs_slurm *job, const char *name, void (*put)(FILE *, const runs_slurm *),
                      poise_error *err)
{
    char path[PATH_MAX];
    poise_atomic_file file;
    snprintf(path, sizeof path, "%s/%s", job->folder, name);
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    put(file.stream, job);
    return poise_atomic_commit(&file, err);
}

/* sbatch prints the number of the job, and behind a semicolon that of the cluster. */
static int submit(const runs_slurm *job, const char *script, const char *after, char number[32],
                  poise_error *err)
{
    char *command = NULL, path[PATH_MAX];
    size_t size = 0;
    FILE *text = open_memstream(&command, &size);
    if (text == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to submit %s", script);
    snprintf(path, sizeof path, "%s/%s", job->folder, script);
    fputs("sbatch --parsable", text);
    if (after != NULL)
        fprintf(text, " --kill-on-invalid-dep=yes --dependency=afterok:%s", after);
    put_quoted(text, path);
    if (fclose(text) != 0) {
        free(command);
        return poise_fail(err, POISE_FAILED, "no memory to submit %s", script);
    }
    FILE *answer = popen(command, "re");
    free(command);
    bool is_number = answer != NULL && fscanf(answer, "%31[0-9]", number) == 1;
    int status = answer != NULL ? pclose(answer) : -1;
    if (!is_number || status != 0)
        return poise_fail(err, POISE_FAILED, "sbatch did not take %s; it is kept for submission by hand",
                          path);
    return POISE_OK;
}

int runs_slurm_submit(const runs_slurm *job, runs_slurm_jobs *submitted, poise_error *err)
{
    int code = write_file(job, RUNS_SLURM_MACHINE, put_machine, err);
    if (code == POISE_OK)
        code = write_file(job, RUNS_SLURM_ARRAY, put_sweep, err);
    if (code == POISE_OK)
        code = write_file(job, RUNS_SLURM_COLLECT, put_collect, err);
    if (code == POISE_OK)
        code = submit(job, RUNS_SLURM_ARRAY, NULL, submitted->array, err);
    if (code == POISE_OK)
        code = submit(job, RUNS_SLURM_COLLECT, submitted->array, submitted->collect, err);
    return code;
}

#include "cli/evaluate/submit.h"

#include "cli/evaluate/machines.h"
#include "common/file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* What is needed while the store is open. */
typedef struct submission {
    const evaluate_options *options;
    cli_job job;
} submission;

static int submit(void *user, poise_error *err)
{
    const submission *s = user;
    return cli_shares_submit(&s->options->shares, &s->job, err);
}

static size_t put_pair(const char **words, size_t n, const char *option, const char *value)
{
    if (value == NULL)
        return n;
    words[n++] = option;
    words[n++] = value;
    return n;
}

static size_t put_mixes(const char **words, size_t n, const cli_mixes *mixes, char step[32])
{
    if (mixes->given.n == 0 && mixes->file == NULL)
        return n;
    for (size_t i = 0; i < mixes->given.n; i++)
        n = put_pair(words, n, "--mix", mixes->given.text[i]);
    n = put_pair(words, n, "--mixes", mixes->file);
    n = put_pair(words, n, "--partition", mixes->partition == 1 ? "best" : NULL);
    snprintf(step, 32, "%lld", (long long)mixes->step);
    n = put_pair(words, n, "--step", mixes->step > 0 ? step : NULL);
    return put_pair(words, n, "--alone", mixes->alone);
}

static size_t put_list(const char **words, size_t n, const char *option, const poise_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        n = put_pair(words, n, option, list->text[i]);
    return n;
}

/* Of one machine, whose text says all, only how means are taken. */
static size_t put_machines(const char **words, size_t n, const evaluate_options *o)
{
    static const char *const means[] = {NULL, "harmonic", "arithmetic", "geometric"};
    n = put_pair(words, n, "--mean", means[o->mean]);
    if (!cli_machines_given(o))
        return n;
    n = put_list(words, n, "--machine", &o->machines);
    n = put_pair(words, n, "--machines", o->machine_file);
    n = put_pair(words, n, "--base-machine", o->base_machine);
    n = put_list(words, n, "--set", &o->machine.set);
    n = put_list(words, n, "--scale", &o->machine.scale);
    n = put_pair(words, n, "--memory", o->machine.memory);
    if (o->machine.lenient)
        words[n++] = "--lenient";
    return n;
}

/* The command that the jobs run, but for what differs between them; `words` has room for MOST_WORDS, the
 * mixes and the folders. */
enum { MOST_WORDS = 48 + 2 * 3 * POISE_LIST_ENTRIES };
static size_t put_command(const char **words, const char *program, const cli_evaluate_job *job, char step[32],
                          char over_time[32])
{
    const evaluate_options *o = job->options;
    const struct {
        const char *option, *value;
    } pairs[] = {{"-o", o->output},  {"-m", o->metrics}, {"-s", o->sched},   {"--schemes", o->schemes},
                 {"-p", o->profile}, {"--csv", o->csv},  {"--json", o->json}};
    size_t n = 0;
    words[n++] = program;
    words[n++] = "evaluate";
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        n = put_pair(words, n, pairs[i].option, pairs[i].value);
    n = put_machines(words, n, o);
    n = put_mixes(words, n, &o->mixes, step);
    if (o->nearest)
        words[n++] = "--nearest";
    if (o->stalls)
        words[n++] = "--stalls";
    snprintf(over_time, 32, "%lld", (long long)o->over_time);
    n = put_pair(words, n, "--over-time", o->over_time > 0 ? over_time : NULL);
    for (int i = 0; i < job->n_words; i++)
        words[n++] = job->words[i];
    return n;
}

int cli_evaluate_submit(const cli_evaluate_job *job, poise_error *err)
{
    char program[PATH_MAX], step[32], over_time[32], *machine = NULL;
    const size_t room = (size_t)job->n_words + 2 * job->options->mixes.given.n + MOST_WORDS;
    const char **words = calloc(room, sizeof *words);
    if (words == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a command of %zu words", room);
    int code = poise_own_path(program, sizeof program, err);
    if (code == POISE_OK)
        code = sim_config_text(job->config, &machine, err);
    if (code == POISE_OK) {
        submission s = {.options = job->options,
                        .job = {.folder = job->store,
                                .machine = machine,
                                .cores = job->options->work.jobs,
                                .words = words,
                                .n_words = put_command(words, program, job, step, over_time),
                                .leaves_some = job->leaves_some}};
        code = job->prepare(job->request, submit, &s, err);
    }
    free(machine);
    free(words);
    return code;
}

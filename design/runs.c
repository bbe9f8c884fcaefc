#include "design/runs.h"

#include "design/part.h"
#include "evaluate/run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POLL_MICROSECONDS = 200000 };

/* One run of a batch. */
typedef struct task {
    design_run_key key;
    const evaluate_program *program;
    const design_machine *machine;
    uint64_t *cycles;
    bool is_ours, is_done;
} task;

typedef struct tasks {
    task *tasks;
    size_t n;
} tasks;

/* ---- what there is to do ---- */

static int make_tasks(tasks *all, const design_runs *runs, design_batch *batch, poise_error *err)
{
    *all = (tasks){.n = batch->n_machines * batch->n_programs};
    all->tasks = calloc(all->n + 1, sizeof *all->tasks);
    if (all->tasks == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu runs", all->n);
    int code = POISE_OK;
    for (size_t i = 0; i < all->n && code == POISE_OK; i++) {
        const design_machine *machine = &batch->machines[i / batch->n_programs];
        const size_t program = i % batch->n_programs;
        all->tasks[i] = (task){.program = &batch->programs[program],
                               .machine = machine,
                               .cycles = &machine->cycles[program],
                               .is_ours = runs_share_has(&runs->share, i) && !runs->share.only_collects};
        code = design_run_key_make(&all->tasks[i].key, &machine->config, runs->policy, all->tasks[i].program,
                                   err);
    }
    return code;
}

/* What the rounds to come may ask for is one more line, which is never done. */
static int write_list(design_runs *runs, const tasks *all, poise_error *err)
{
    char path[PATH_MAX];
    runs_list_row *rows = realloc(runs->rows, (runs->n_rows + all->n + 1) * sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a list of %zu runs", runs->n_rows + all->n);
    runs->rows = rows;
    for (size_t i = 0; i < all->n; i++) {
        runs_list_row *row = &rows[runs->n_rows++];
        *row = (runs_list_row){.steps = 1};
        memcpy(row->key, all->tasks[i].key.text, sizeof row->key);
        snprintf(row->name, sizeof row->name, "%.170s, %.70s", all->tasks[i].machine->name,
                 all->tasks[i].program->name);
    }
    runs_list_row *rest = &rows[runs->n_rows];
    *rest = (runs_list_row){.steps = runs->most > runs->n_rows ? runs->most - runs->n_rows : 0,
                            .name = "rounds to come, at most"};
    poise_hash_bytes(rest->name, strlen(rest->name), rest->key);
    if (snprintf(path, sizeof path, "%s/" RUNS_LIST_NAME, runs->store.folder) >= (int)sizeof path)
        return poise_fail(err, POISE_FAILED, "the name of the folder %s is too long", runs->store.folder);
    return runs_list_write(path, rows, runs->n_rows + (rest->steps > 0), err);
}

static size_t load(const design_runs *runs, tasks *all)
{
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++) {
        if (!all->tasks[i].is_done && runs->is_kept)
            all->tasks[i].is_done = design_part_read(&runs->store, &all->tasks[i].key, all->tasks[i].cycles);
        n += all->tasks[i].is_done;
    }
    return n;
}

/* ---- one run ---- */

static int simulate(task *t, const design_runs *runs, poise_error *err)
{
    const evaluate_effort effort = {.stop = runs->stop};
    evaluate_task run = {.program = t->program,
                         .config = &t->machine->config,
                         .policy = runs->policy,
                         .schedule = {.policy = policy_scheme_at(&runs->policy->scheme, POLICY_AT_SCHED),
                                      .n = t->program->n_launches}};
    int code = evaluate_run(&run, &effort, err);
    if (code == POISE_OK && run.result.cut_short)
        code = poise_fail(err, POISE_FAILED, "a launch is cut short by max_cycles: its speed is not known");
    *t->cycles = run.result.total.cycles;
    evaluate_result_free(&run.result);
    return code == POISE_OK ? code : poise_error_prefix(err, "%s on %s", t->program->name, t->machine->name);
}

static bool is_stopped(const design_runs *runs)
{
    return runs->stop != NULL && atomic_load(runs->stop);
}

/* One thread at a time: HDF5 and the journal are not for several. */
static int note(design_runs *runs, const task *t, runs_event event, const char *detail, poise_error *err)
{
    int code = POISE_OK;
    if (!runs->is_kept)
        return POISE_OK;
#pragma omp critical(design_store)
    {
        if (event == RUNS_DONE)
            code = design_part_write(&runs->store, &t->key, *t->cycles, err);
        if (code == POISE_OK)
            code = runs_store_note(&runs->store, t->key.text, event, detail, err);
    }
    return code;
}

static int run_and_note(task *t, design_runs *runs, poise_error *err)
{
    int code = note(runs, t, RUNS_BEGUN, "", err);
    if (code != POISE_OK)
        return code;
    code = simulate(t, runs, err);
    if (code != POISE_OK && !is_stopped(runs))
        (void)note(runs, t, RUNS_FAILED, err->text, NULL);
    if (code == POISE_OK)
        code = note(runs, t, RUNS_DONE, "", err);
    t->is_done = code == POISE_OK;
    return code;
}

/* ---- all runs of a batch ---- */

/* The error of the first task in order that has failed: tasks after it are skipped, tasks before it still
 * run. */
typedef struct first_failure {
    size_t task;
    poise_error error;
} first_failure;

static void do_task(tasks *all, size_t i, design_runs *runs, first_failure *failure, poise_progress *progress)
{
    size_t failed;
    task *t = &all->tasks[i];
#pragma omp atomic read
    failed = failure->task;
    if (i > failed || !t->is_ours || t->is_done || is_stopped(runs))
        return;
    poise_error error = {0};
    if (run_and_note(t, runs, &error) == POISE_OK) {
        poise_progress_add_work(progress, 1, evaluate_program_warp_insts(t->program));
        return;
    }
#pragma omp critical(design_failure)
    if (i < failure->task) {
        failure->error = error;
#pragma omp atomic write
        failure->task = i;
    }
}

static poise_progress *begin_progress(const design_runs *runs, const design_batch *batch, const tasks *all)
{
    uint64_t left = 0;
    double work = 0;
    for (size_t i = 0; i < all->n; i++) {
        if (all->tasks[i].is_ours && !all->tasks[i].is_done) {
            left++;
            work += evaluate_program_warp_insts(all->tasks[i].program);
        }
    }
    poise_progress *progress =
        left == 0 ? NULL : poise_progress_begin(batch->what, "simulations", left, runs->progress);
    poise_progress_expect(progress, work);
    return progress;
}

static int run_tasks(tasks *all, design_runs *runs, const design_batch *batch, poise_error *err)
{
    first_failure failure = {.task = SIZE_MAX};
    poise_progress *progress = begin_progress(runs, batch, all);
#pragma omp parallel for schedule(dynamic, 1) num_threads(evaluate_threads(runs->jobs))
    for (size_t i = 0; i < all->n; i++)
        do_task(all, i, runs, &failure, progress);
    poise_progress_end(progress);
    if (is_stopped(runs))
        return poise_fail(err, POISE_INCOMPLETE, "interrupted");
    if (failure.task == SIZE_MAX)
        return POISE_OK;
    return poise_fail(err, failure.error.code, "%s", failure.error.text);
}

/* Rounds follow from those before: a share has to have them all. Returns how many are done. */
static size_t wait_for_others(const design_runs *runs, tasks *all)
{
    size_t done = load(runs, all);
    double news = poise_now();
    while (runs->share.n_shares > 0 && done < all->n && !is_stopped(runs) &&
           poise_now() - news < runs->patience) {
        usleep(POLL_MICROSECONDS);
        const size_t now = load(runs, all);
        news = now > done ? poise_now() : news;
        done = now;
    }
    return done;
}

static int do_all(tasks *all, design_runs *runs, design_batch *batch, poise_error *err)
{
    const size_t before = load(runs, all);
    int code = runs->is_kept ? write_list(runs, all, err) : POISE_OK;
    if (code != POISE_OK)
        return code;
    if (runs->announce != NULL)
        runs->announce(runs->user, batch, all->n, before);
    code = run_tasks(all, runs, batch, err);
    const size_t done = code == POISE_OK ? wait_for_others(runs, all) : load(runs, all);
    runs->n_done += done;
    if (code == POISE_OK && done < all->n)
        code = poise_fail(err, POISE_INCOMPLETE, "%s: %zu of %zu runs are missing", batch->what,
                          all->n - done, all->n);
    return code;
}

int design_runs_do(design_runs *runs, design_batch *batch, poise_error *err)
{
    tasks all;
    int code = make_tasks(&all, runs, batch, err);
    if (code == POISE_OK)
        code = do_all(&all, runs, batch, err);
    free(all.tasks);
    return code;
}

/* ---- store ---- */

int design_runs_open(design_runs *runs, const char *folder, poise_error *err)
{
    runs->store = (runs_store){.journal = {.file = -1}};
    runs->rows = NULL;
    runs->n_rows = runs->n_done = 0;
    runs->is_kept = folder != NULL;
    return folder == NULL ? POISE_OK
                          : runs_store_open(&runs->store, folder, &runs->share, NULL, NULL, 0, err);
}

void design_runs_close(design_runs *runs)
{
    if (runs->is_kept)
        runs_store_close(&runs->store);
    free(runs->rows);
    runs->rows = NULL;
}

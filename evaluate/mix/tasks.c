#include "evaluate/mix/tasks.h"

#include "evaluate/run.h"

#include <stdlib.h>
#include <string.h>

/* ---- what there is to do ---- */

/* Copies the ranges. */
static int add_task(evaluate_mix_tasks *tasks, const evaluate_mix_task *task, poise_error *err)
{
    if (tasks->n == tasks->size) {
        const size_t size = tasks->size > 0 ? 2 * tasks->size : 64;
        evaluate_mix_task *grown = realloc(tasks->task, size * sizeof *grown);
        if (grown == NULL)
            return poise_fail(err, POISE_FAILED, "out of memory for %zu simulations", size);
        tasks->task = grown;
        tasks->size = size;
    }
    evaluate_mix_task *added = &tasks->task[tasks->n++];
    *added = *task;
    added->is_ours = true;
    added->ranges = calloc(task->mix.n + 1, sizeof *added->ranges);
    if (added->ranges == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the SMs of a mix");
    if (task->ranges != NULL)
        memcpy(added->ranges, task->ranges, task->mix.n * sizeof *added->ranges);
    return evaluate_mix_outcome_make(&added->outcome, &added->mix, err);
}

static bool is_of(const evaluate_mix *one, const evaluate_mix *other)
{
    if (one->n != other->n)
        return false;
    return one->n > 0 ? strcmp(one->programs->folder, other->programs->folder) == 0
                      : strcmp(one->cpus->path, other->cpus->path) == 0;
}

/* Of party `party` of a mix on `sms` SMs. */
static const evaluate_mix_task *find_alone(const evaluate_mix_tasks *tasks, const evaluate_mix *mix,
                                           size_t party, uint32_t sms)
{
    const evaluate_mix only = evaluate_mix_only(mix, party);
    for (size_t i = 0; i < tasks->n; i++) {
        const evaluate_mix_task *t = &tasks->task[i];
        if (t->is_alone && is_of(&t->mix, &only) && (only.n == 0 || t->ranges->n == sms))
            return t;
    }
    return NULL;
}

/* What becomes of a split of a mix. */
typedef int split_user(void *user, const evaluate_mixes_request *request, size_t mix, evaluate_range *ranges,
                       poise_error *err);

static int add_alone(void *user, const evaluate_mixes_request *request, size_t m, evaluate_range *ranges,
                     poise_error *err)
{
    evaluate_mix_tasks *tasks = user;
    const evaluate_mix *mix = &request->mixes[m];
    int code = POISE_OK;
    for (size_t i = 0; i < evaluate_mix_parties(mix) && code == POISE_OK; i++) {
        evaluate_range range = {0, i < mix->n ? ranges[i].n : 0};
        const evaluate_mix_task task = {.mix = evaluate_mix_only(mix, i),
                                        .policy = &request->alone->policies[0],
                                        .is_alone = true,
                                        .ranges = &range};
        if (find_alone(tasks, mix, i, range.n) == NULL)
            code = add_task(tasks, &task, err);
    }
    return code;
}

static int add_shared(void *user, const evaluate_mixes_request *request, size_t m, evaluate_range *ranges,
                      poise_error *err)
{
    evaluate_mix_tasks *tasks = user;
    int code = POISE_OK;
    for (size_t p = 0; p < request->policies->n && code == POISE_OK; p++) {
        const evaluate_mix_task task = {.mix = request->mixes[m],
                                        .of_mix = m,
                                        .of_policy = p,
                                        .policy = &request->policies->policies[p],
                                        .ranges = ranges};
        code = add_task(tasks, &task, err);
    }
    return code;
}

/* ---- splits ---- */

/* Programs i and up of the mix share `units` pieces of `step` SMs in every way. */
typedef struct splitter {
    const evaluate_mixes_request *request;
    size_t mix;
    split_user *each;
    void *user;
    uint32_t step, rest; /* SMs that are no whole piece: the first program's */
    evaluate_range *ranges;
    size_t n;
} splitter;

static int split_rest(splitter *s, size_t i, uint32_t units, uint32_t first_sm, poise_error *err)
{
    const evaluate_mix *mix = &s->request->mixes[s->mix];
    const uint32_t others = (uint32_t)(mix->n - 1 - i);
    int code = POISE_OK;
    for (uint32_t own = others ? 1 : units; own + others <= units && code == POISE_OK; own++) {
        s->ranges[i] = (evaluate_range){first_sm, own * s->step + (i == 0 ? s->rest : 0)};
        if (others) {
            code = split_rest(s, i + 1, units - own, first_sm + s->ranges[i].n, err);
        } else {
            if (++s->n > EVALUATE_MOST_SPLITS)
                return poise_fail(err, POISE_USAGE, "mix %s: more than %d splits: a larger --step has fewer",
                                  mix->name, EVALUATE_MOST_SPLITS);
            code = s->each(s->user, s->request, s->mix, s->ranges, err);
        }
    }
    return code;
}

static int try_splits(splitter *s, poise_error *err)
{
    const evaluate_mix *mix = &s->request->mixes[s->mix];
    const uint32_t sms = s->request->config->sms;
    s->step = s->request->step ? s->request->step : sms >= 6 ? sms / 6 : 1;
    s->rest = sms % s->step;
    for (size_t i = 0; i < mix->n; i++)
        if (mix->programs[i].sms.n > 0)
            return poise_fail(err, POISE_USAGE, "mix %s: %s names its SMs, and --partition best chooses them",
                              mix->name, mix->programs[i].name);
    if (mix->n > sms / s->step)
        return poise_fail(err, POISE_USAGE, "mix %s: %zu programs and %u pieces of %u SMs", mix->name, mix->n,
                          sms / s->step, s->step);
    return mix->n == 0 ? s->each(s->user, s->request, s->mix, s->ranges, err)
                       : split_rest(s, 0, sms / s->step, 0, err);
}

static int plan_mix(const evaluate_mixes_request *request, size_t m, split_user *each,
                    evaluate_mix_tasks *tasks, poise_error *err)
{
    const evaluate_mix *mix = &request->mixes[m];
    evaluate_range *ranges = calloc(mix->n + 1, sizeof *ranges);
    if (ranges == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the SMs of a mix");
    splitter s = {.request = request, .mix = m, .each = each, .user = tasks, .ranges = ranges};
    int code;
    if (request->best) {
        code = try_splits(&s, err);
    } else {
        code = evaluate_mix_partition(mix, request->config->sms, ranges, err);
        if (code != POISE_OK)
            poise_error_prefix(err, "mix %s", mix->name);
        code = code == POISE_OK ? each(tasks, request, m, ranges, err) : code;
    }
    free(ranges);
    return code;
}

int evaluate_mix_tasks_make(evaluate_mix_tasks *tasks, const evaluate_mixes_request *request,
                            poise_error *err)
{
    int code = POISE_OK;
    *tasks = (evaluate_mix_tasks){0};
    for (size_t i = 0; i < request->n_mixes && code == POISE_OK; i++)
        code = plan_mix(request, i, add_alone, tasks, err);
    tasks->n_alone = tasks->n;
    for (size_t i = 0; i < request->n_mixes && code == POISE_OK; i++)
        code = plan_mix(request, i, add_shared, tasks, err);
    return code;
}

void evaluate_mix_tasks_free(evaluate_mix_tasks *tasks)
{
    for (size_t i = 0; i < tasks->n; i++) {
        free(tasks->task[i].ranges);
        evaluate_mix_outcome_free(&tasks->task[i].outcome);
    }
    free(tasks->task);
    *tasks = (evaluate_mix_tasks){0};
}

/* ---- how much it is ---- */

size_t evaluate_mix_tasks_done(const evaluate_mix_tasks *tasks)
{
    size_t done = 0;
    for (size_t i = 0; i < tasks->n; i++)
        done += tasks->task[i].is_done;
    return done;
}

double evaluate_mix_task_work(const evaluate_mix_task *task)
{
    double sum = 0;
    for (size_t i = 0; i < task->mix.n; i++)
        sum += (double)task->mix.programs[i].warp_insts;
    for (size_t i = 0; i < task->mix.n_cpus; i++)
        sum += (double)task->mix.cpus[i].all_instructions;
    return sum;
}

evaluate_mixes_outline evaluate_mix_tasks_outline(const evaluate_mix_tasks *tasks,
                                                  const evaluate_mixes_request *request)
{
    evaluate_mixes_outline outline = {.runs_alone = tasks->n_alone,
                                      .runs = tasks->n,
                                      .runs_done = evaluate_mix_tasks_done(tasks),
                                      .threads = evaluate_threads(request->jobs)};
    for (size_t i = 0; i < tasks->n; i++) {
        const evaluate_mix_task *task = &tasks->task[i];
        if (!task->is_ours || task->is_done)
            continue;
        outline.runs_left++;
        outline.warp_insts_left += evaluate_mix_task_work(task);
    }
    return outline;
}

/* ---- results ---- */

static void take_alone(const evaluate_mix_tasks *tasks, const evaluate_mix_task *t,
                       const evaluate_mix_outcome *alone)
{
    for (size_t i = 0; i < t->mix.n; i++)
        alone->programs[i] = *find_alone(tasks, &t->mix, i, t->ranges[i].n)->outcome.programs;
    for (size_t i = 0; i < t->mix.n_cpus; i++)
        alone->cpus[i] = *find_alone(tasks, &t->mix, t->mix.n + i, 0)->outcome.cpus;
}

static double weighted_speedup(const evaluate_mix_tasks *tasks, const evaluate_mix_task *t,
                               const evaluate_mix_outcome *alone)
{
    take_alone(tasks, t, alone);
    return evaluate_mix_metrics_of(&t->outcome, alone, t->mix.n, t->mix.n_cpus).weighted_speedup;
}

static void swap_told(evaluate_mix_outcome *one, evaluate_mix_outcome *other)
{
    evaluate_statistics *statistics = one->statistics;
    const evaluate_course course = one->course;
    one->statistics = other->statistics;
    other->statistics = statistics;
    one->course = other->course;
    other->course = course;
}

void evaluate_mix_tasks_take(evaluate_mix_tasks *tasks, evaluate_mixes *mixes)
{
    for (size_t c = 0; c < mixes->n_cells; c++) {
        evaluate_mix_cell *cell = &mixes->cells[c];
        evaluate_mix_task *best = NULL;
        double most = 0;
        cell->n_splits = 0;
        for (size_t i = tasks->n_alone; i < tasks->n; i++) {
            evaluate_mix_task *t = &tasks->task[i];
            if (t->of_mix * mixes->request.policies->n + t->of_policy != c)
                continue;
            const double speedup = weighted_speedup(tasks, t, &cell->alone);
            if (cell->n_splits++ == 0 || speedup > most) {
                best = t;
                most = speedup;
            }
        }
        if (best == NULL)
            continue;
        take_alone(tasks, best, &cell->alone);
        memcpy(cell->ranges, best->ranges, best->mix.n * sizeof *cell->ranges);
        memcpy(cell->shared.programs, best->outcome.programs, best->mix.n * sizeof *best->outcome.programs);
        memcpy(cell->shared.cpus, best->outcome.cpus, best->mix.n_cpus * sizeof *best->outcome.cpus);
        swap_told(&cell->shared, &best->outcome);
    }
    mixes->n_alone = tasks->n_alone;
    evaluate_mixes_measure(mixes);
}

#include "profile/sweep/plan.h"

#include "profile/profile_schema.h"
#include "profile/sweep/thin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static const char *program_note(const warp_trace *trace)
{
    for (uint32_t i = 0; i < trace->header.n_notes; i++) {
        if (strcmp(trace->header.notes[i].key, "program") == 0)
            return base_name(trace->header.notes[i].value);
    }
    return NULL;
}

char *sweep_folder_name(const char *path)
{
    char *home = trace_file_home(path);
    char *name = home == NULL ? NULL : trace_program_name(home);
    free(home);
    return name;
}

char *sweep_program_name(const char *group, const warp_trace *trace, const char *path)
{
    const char *note = program_note(trace);
    if (group != NULL)
        return strdup(group);
    return note != NULL && *note != '\0' ? strdup(note) : sweep_folder_name(path);
}

static int describe_kernel(profile_kernel *kernel, const sweep_request *request, const warp_trace *trace,
                           const char *path, uint32_t warps, poise_error *err)
{
    kernel->warps = warps;
    kernel->launch_index = trace->header.launch_index;
    kernel->split = request->split;
    memcpy(kernel->trace_hash, trace->hash, sizeof kernel->trace_hash);
    kernel->kernel = strdup(trace->header.kernel);
    kernel->program = sweep_program_name(request->program, trace, path);
    kernel->run = sweep_folder_name(path);
    kernel->points = calloc(profile_points(warps), sizeof *kernel->points);
    kernel->samples = calloc(request->config.sms, sizeof *kernel->samples);
    if (kernel->kernel == NULL || kernel->program == NULL || kernel->run == NULL || kernel->points == NULL ||
        kernel->samples == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory to profile it", path);
    const char *const names[] = {kernel->kernel, kernel->program, kernel->run};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) { /* hours before a reader would notice */
        if (!poise_h5_is_text(names[i]))
            return poise_fail(err, POISE_FAILED,
                              "%s: the name of its kernel, program or folder has control characters", path);
    }
    return POISE_OK;
}

static void describe_launch(sweep_launch *launch, const sweep_request *request, const warp_trace *trace,
                            uint32_t warps, size_t n_sets)
{
    launch->simulations = sweep_grid_most(request->grid, (sweep_plane){warps, request->least_p}) + 1 + n_sets;
    if (request->loads != SWEEP_LOADS_NONE)
        launch->simulations += 3; /* that count what single loads do */
    launch->warp_insts = trace->warp_insts;
    launch->trace_bytes = trace->first_word[trace->n_warps] * sizeof *trace->words +
                          (trace->n_warps + 1) * sizeof *trace->first_word;
}

static int plan_trace(sweep_plan *plan, size_t i, const sweep_request *request, const warp_trace *trace,
                      const char *path, poise_error *err)
{
    sweep_launch *launch = &plan->launches[i];
    *launch = (sweep_launch){.path = path, .kernel = i, .twin = i, .is_ours = true};
    uint32_t warps = sim_warps_per_scheduler(&request->config, trace);
    if (warps < 1)
        return poise_fail(err, POISE_FAILED, "%s: a thread block of kernel %s does not fit the machine", path,
                          trace->header.kernel);
    if (warps > PROFILE_MAX_WARPS)
        return poise_fail(err, POISE_FAILED, "%s: kernel %s can have %u warps per scheduler, more than %d",
                          path, trace->header.kernel, warps, PROFILE_MAX_WARPS);
    profile_kernel *kernel = &plan->result.kernels[i];
    int code = describe_kernel(kernel, request, trace, path, warps, err);
    if (code == POISE_OK)
        code = sweep_loads_find(kernel, trace, request->loads, request->least_p, err);
    if (code == POISE_OK)
        sweep_loads_quote(kernel, path, &trace->header);
    describe_launch(launch, request, trace, warps,
                    sweep_loads_most(request->loads, warps, kernel->n_loads, request->least_p));
    if (request->splits != NULL)
        kernel->split = request->splits[i];
    return code;
}

static int plan_path(sweep_plan *plan, size_t i, const sweep_request *request, const char *path,
                     poise_error *err)
{
    warp_trace trace;
    int code = warp_trace_read(path, &trace, err);
    if (code != POISE_OK)
        return code;
    code = plan_trace(plan, i, request, &trace, path, err);
    warp_trace_free(&trace);
    return code;
}

/* malloc'ed; NULL without memory. */
static char *options_text(const sweep_request *request)
{
    char text[PROFILE_MAX_OPTIONS], loads[32] = "";
    if (request->loads != SWEEP_LOADS_NONE)
        snprintf(loads, sizeof loads, "loads = %s\n", sweep_loads_names[request->loads]);
    int n = snprintf(text, sizeof text, "grid = %s\nleast_p = %u\n%slaunches = %zu\nsplit = %s\n",
                     sweep_grid_names[request->grid], request->least_p, loads, request->launches,
                     request->splits != NULL ? "manifest" : profile_splits[request->split]);
    if (request->program != NULL)
        snprintf(text + n, sizeof text - (size_t)n, "group = %s\n", request->program);
    return strdup(text);
}

static int describe_policies(sweep_plan *plan, poise_error *err)
{
    profile *result = &plan->result;
    result->policies = plan->scheme == NULL ? strdup("") : policy_scheme_describe(plan->scheme, POLICY_AT_L1);
    if (result->policies == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the policies of a sweep");
    return plan->scheme == NULL
               ? POISE_OK
               : policy_scheme_hash_files(plan->scheme, POLICY_AT_L1, result->policies_hash, err);
}

static int allocate(sweep_plan *plan, const sweep_request *request, size_t n, poise_error *err)
{
    plan->config = request->config;
    plan->scheme = request->scheme;
    plan->grid = request->grid;
    plan->least_p = request->least_p;
    plan->loads = request->loads;
    plan->result.kernels = calloc(n, sizeof *plan->result.kernels);
    plan->launches = calloc(n, sizeof *plan->launches);
    plan->result.options = options_text(request);
    if (plan->result.kernels == NULL || plan->launches == NULL || plan->result.options == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to plan %zu traces", n);
    plan->result.n_kernels = plan->n_launches = n;
    plan->result.n_sms = plan->config.sms;
    int code = describe_policies(plan, err);
    if (code == POISE_OK)
        code = sim_config_text(&plan->config, &plan->result.config_text, err);
    return code == POISE_OK ? sim_config_hash(&plan->config, plan->result.config_hash, err) : code;
}

/* Closes the gaps of what is not kept. */
static void drop_others(sweep_plan *plan, const bool *keep)
{
    size_t n = 0;
    for (size_t i = 0; i < plan->n_launches; i++) {
        if (!keep[i]) {
            profile_kernel_free(&plan->result.kernels[i]);
            continue;
        }
        plan->launches[n] = plan->launches[i];
        plan->launches[n].kernel = plan->launches[n].twin = n;
        plan->result.kernels[n] = plan->result.kernels[i];
        n++;
    }
    plan->n_launches = plan->result.n_kernels = n;
}

/* A run is what lies in one folder. */
static int thin(sweep_plan *plan, size_t most, poise_error *err)
{
    size_t n = plan->n_launches;
    sweep_launch_name *names = calloc(n, sizeof *names);
    bool *keep = calloc(n, sizeof *keep);
    if (names != NULL && keep != NULL) {
        for (size_t i = 0; i < n; i++) {
            const char *path = plan->launches[i].path, *slash = strrchr(path, '/');
            names[i] = (sweep_launch_name){.run = path,
                                           .n_run = slash == NULL ? 0 : (size_t)(slash - path),
                                           .kernel = plan->result.kernels[i].kernel};
        }
        sweep_thin(names, n, most, keep);
        drop_others(plan, keep);
    }
    int code = names != NULL && keep != NULL ? POISE_OK
                                             : poise_fail(err, POISE_FAILED, "no memory to choose launches");
    free(names);
    free(keep);
    return code;
}

/* Largest first keeps all threads busy to the end; equal ones in the order given. */
static int by_work(const void *a, const void *b)
{
    const sweep_launch *x = a, *y = b;
    if (x->warp_insts != y->warp_insts)
        return x->warp_insts > y->warp_insts ? -1 : 1;
    return x->kernel < y->kernel ? -1 : 1;
}

/* Twins have equal work, so they stand near each other. */
static void find_twins(sweep_plan *plan)
{
    const profile_kernel *kernels = plan->result.kernels;
    for (size_t i = 1; kernels != NULL && i < plan->n_launches; i++) {
        sweep_launch *launch = &plan->launches[i];
        for (size_t k = i; k-- > 0 && plan->launches[k].warp_insts == launch->warp_insts;) {
            if (strcmp(kernels[plan->launches[k].kernel].trace_hash, kernels[launch->kernel].trace_hash) == 0)
                launch->twin = plan->launches[k].kernel;
        }
    }
}

int sweep_plan_create(sweep_plan *plan, const sweep_request *request, const trace_files *traces,
                      poise_error *err)
{
    *plan = (sweep_plan){0};
    if (traces->n == 0)
        return poise_fail(err, POISE_USAGE, "no trace to profile");
    int code = allocate(plan, request, traces->n, err);
    for (size_t i = 0; i < traces->n && code == POISE_OK; i++)
        code = plan_path(plan, i, request, traces->path[i], err);
    if (code == POISE_OK && request->launches > 0)
        code = thin(plan, request->launches, err);
    if (code != POISE_OK) {
        sweep_plan_free(plan);
        return code;
    }
    qsort(plan->launches, plan->n_launches, sizeof *plan->launches, by_work);
    find_twins(plan);
    return POISE_OK;
}

static size_t next_sets(sweep_plan *plan, profile_kernel *kernel, sweep_point *points)
{
    const uint32_t before = kernel->n_sets;
    const size_t n = sweep_loads_next(plan->loads, kernel, plan->least_p);
    for (uint32_t i = 0; i < n; i++)
        points[i] = (sweep_point){0, before + i + 1};
    return n;
}

profile_set *sweep_plan_set(sweep_plan *plan, const sweep_launch *launch, sweep_point point)
{
    return point.n == 0 && point.p > 0 ? &plan->result.kernels[launch->kernel].sets[point.p - 1] : NULL;
}

size_t sweep_plan_next(sweep_plan *plan, const sweep_launch *launch, sweep_point *points)
{
    profile_kernel *kernel = &plan->result.kernels[launch->kernel];
    double speed[PROFILE_MOST_POINTS];
    for (size_t i = 0; i < profile_points(kernel->warps); i++)
        speed[i] = kernel->points[i].cycles > 0 ? sim_ipc(&kernel->points[i]) : NAN;
    const size_t n = sweep_grid_next(plan->grid, (sweep_plane){kernel->warps, plan->least_p}, speed, points);
    return n > 0 ? n : next_sets(plan, kernel, points);
}

void sweep_plan_share(sweep_plan *plan, const runs_share *share)
{
    size_t next = 0;
    for (size_t i = 0; i < plan->n_launches; i++) {
        sweep_launch *launch = &plan->launches[i];
        if (sweep_launch_is_first(launch))
            launch->is_ours = runs_share_has(share, next++);
    }
}

uint64_t sweep_plan_left(const sweep_plan *plan)
{
    uint64_t n = 0;
    for (size_t i = 0; i < plan->n_launches; i++)
        n += sweep_launch_is_left(&plan->launches[i]) ? plan->launches[i].simulations : 0;
    return n;
}

double sweep_plan_work_left(const sweep_plan *plan)
{
    double work = 0;
    for (size_t i = 0; i < plan->n_launches; i++) {
        const sweep_launch *launch = &plan->launches[i];
        if (sweep_launch_is_left(launch))
            work += (double)launch->simulations * (double)launch->warp_insts;
    }
    return work;
}

double sweep_plan_simulating(const sweep_plan *plan)
{
    double seconds = 0;
    for (size_t i = 0; i < plan->n_launches; i++)
        seconds += plan->launches[i].simulating;
    return seconds;
}

uint64_t sweep_plan_simulated(const sweep_plan *plan)
{
    uint64_t n = 0;
    for (size_t i = 0; i < plan->n_launches; i++)
        n += plan->launches[i].n_simulated;
    return n;
}

size_t sweep_plan_distinct(const sweep_plan *plan)
{
    size_t n = 0;
    for (size_t i = 0; i < plan->n_launches; i++)
        n += sweep_launch_is_first(&plan->launches[i]);
    return n;
}

size_t sweep_plan_missing(const sweep_plan *plan)
{
    size_t n = 0;
    for (size_t i = 0; i < plan->n_launches; i++)
        n += sweep_launch_is_first(&plan->launches[i]) && !plan->launches[i].is_measured;
    return n;
}

void sweep_plan_copy_twins(sweep_plan *plan)
{
    for (size_t i = 0; i < plan->n_launches; i++) {
        const sweep_launch *launch = &plan->launches[i];
        profile_kernel *kernel = &plan->result.kernels[launch->kernel];
        if (!sweep_launch_is_first(launch))
            profile_copy_counters(&plan->result, kernel, &plan->result.kernels[launch->twin]);
    }
}

void sweep_plan_free(sweep_plan *plan)
{
    free(plan->launches);
    profile_free(&plan->result);
    *plan = (sweep_plan){0};
}

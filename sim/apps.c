/* Programs and the SMs that they have. */
#include "sim/gpu.h"

#include <stdlib.h>

void apps_free(gpu *g)
{
    for (uint32_t i = 0; g->apps && i < g->n_apps; i++) {
        sim_app *app = &g->apps[i];
        app_leave(app);
        app_destroy_sched(app);
        program_free(&app->kernel.program);
        launch_pages_free(&app->kernel.pages);
    }
    free(g->apps);
    g->apps = NULL;
    g->n_apps = 0;
    for (uint32_t i = 0; g->sms && i < g->base.n_sms; i++)
        g->sms[i].kernel = NULL;
}

static void give_sms(gpu *g, sim_app *app)
{
    for (uint32_t i = 0; i < app->n_sms; i++) {
        sim_sm *sm = &g->sms[app->first_sm + i];
        sm->kernel = &app->kernel;
        sm->number = i;
    }
}

int apps_make(gpu *g, const sm_range *ranges, uint32_t n, poise_error *err)
{
    apps_free(g);
    g->apps = calloc(n + 1, sizeof *g->apps); /* CPU cores may run without any */
    if (!g->apps)
        return poise_fail(err, POISE_FAILED, "no memory for %u programs", n);
    g->cpus.first_space = n;
    int code = gpu_make_counters(g, n + g->base.n_cpus, err);
    for (uint32_t i = 0; i < n && code == POISE_OK; i++) {
        sim_app *app = &g->apps[g->n_apps++];
        *app = (sim_app){.kernel = {.index = i, .pages.space = (uint16_t)i},
                         .gpu = g,
                         .first_sm = ranges[i].first,
                         .n_sms = ranges[i].n};
        give_sms(g, app);
        app_make_host(app);
        code = app_create_sched(app, err);
    }
    return code;
}

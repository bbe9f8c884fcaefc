#include "probe/fit/latencies.h"

#include "common/member.h"
#include "probe/simulated/simulated.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    LINE = 128,
    LINES = 4096 / LINE, /* of a page */
    MOST_TRIES = 8,      /* of a latency; each moves it by what is missing, two suffice where clocks divide */
};
/* Of what was measured; a latency that misses its time by more is told of. Our choice. */
static const double near_enough = 0.01;

typedef struct fitting {
    const probe_result *measured;
    probe_surface asked; /* of the machine that is fitted */
    probe_recorder *recorder;
    const sim_policies *policies;
    const atomic_bool *stop;
    sim_config *config;
    sim_config_notes *notes;
} fitting;

/* A level whose time is fitted: sizes that it answers, in bytes. */
typedef struct level {
    const char *finding, *option;
    uint64_t least, most;
    bool is_memory; /* may be asked on cold caches */
} level;

/* A point of the surface; or the lines of a page after the first, on caches that hold nothing. */
typedef struct point {
    uint32_t size, stride;
    bool is_cold;
    double time; /* as measured; NAN = there is none */
} point;

double probe_fit_cycles(const probe_result *measured, const sim_config *config)
{
    return strcmp(measured->unit, "ns") == 0 ? config->core_mhz / 1e3 : 1;
}

static uint64_t product(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint64_t)a * b * c * LINE;
}

/* The point of the level of most loads whose time is what was found: there the level answers and nothing else
 * takes part. */
static point find_point(const fitting *f, const level *l)
{
    const probe_surface *s = &f->measured->surface;
    const probe_finding *found = probe_find(&f->measured->findings, l->finding);
    point best = {.time = NAN};
    if (found == NULL || !(found->least > 0) || !(found->most < INFINITY))
        return best;
    for (uint32_t i = 0; i < s->n_sizes; i++) {
        for (uint32_t j = s->n_strides; j-- > 0;) {
            const double time = s->time[(size_t)i * s->n_strides + j];
            if (isnan(time) || s->size[i] < l->least || s->size[i] > l->most || s->stride[j] < LINE)
                continue;
            if (time >= found->least * (1 - near_enough) && time <= found->most * (1 + near_enough))
                best = (point){i, j, false, time};
        }
    }
    if (isnan(best.time) && l->is_memory)
        best = (point){.is_cold = true, .time = (found->least + found->most) / 2};
    return best;
}

/* Mean time of the lines of a page after the first, which also waits for a translation. */
static int ask_cold(probe_bench *bench, double *cycles, poise_error *err)
{
    double times[LINES] = {0};
    probe_chain chain = {0};
    int code = probe_chain_walk(&chain, (probe_walk){.stride = LINE, .n = LINES}, err);
    if (code == POISE_OK) {
        const probe_question q = probe_round(&chain, 0);
        code = bench->each(bench, &q, times, err);
    }
    *cycles = 0;
    for (uint32_t i = 1; i < LINES; i++)
        *cycles += times[i];
    *cycles /= LINES - 1;
    probe_chain_free(&chain);
    return code;
}

static int ask(fitting *f, point at, double *cycles, poise_error *err)
{
    probe_bench *bench = NULL;
    int code = probe_simulated_open(&bench, f->recorder, f->config, f->policies, f->stop, err);
    if (code == POISE_OK && at.is_cold)
        code = ask_cold(bench, cycles, err);
    else if (code == POISE_OK)
        code = probe_surface_ask(&f->asked, &f->measured->sweep, at.size, at.stride, bench, err);
    if (code == POISE_OK && !at.is_cold)
        *cycles = f->asked.time[(size_t)at.size * f->asked.n_strides + at.stride];
    if (bench != NULL)
        bench->close(bench);
    return code;
}

static int set(const fitting *f, const level *l, uint32_t value, poise_error *err)
{
    char origin[PROBE_NAME + 16], text[16];
    snprintf(origin, sizeof origin, "measured: %s", l->finding);
    snprintf(text, sizeof text, "%" PRIu32, value);
    return sim_config_assign(f->config, f->notes, origin, l->option, text, err);
}

/* Moves the latency by what is missing, until nothing is or it does not help. */
static int approach(fitting *f, const level *l, point at, poise_error *err)
{
    const poise_option *option = sim_config_option(l->option);
    const double target = at.time * probe_fit_cycles(f->measured, f->config);
    double cycles = 0;
    for (int i = 0; i < MOST_TRIES; i++) {
        int code = ask(f, at, &cycles, err);
        if (code != POISE_OK)
            return code;
        const uint32_t before = *(const uint32_t *)poise_const_member(f->config, option->offset);
        const double wanted = fmin(fmax(round(before + target - cycles), 0), option->max);
        if (wanted == before)
            break;
        code = set(f, l, (uint32_t)wanted, err);
        if (code != POISE_OK)
            return code;
    }
    int code = ask(f, at, &cycles, err);
    if (code == POISE_OK && fabs(cycles - target) > near_enough * target)
        sim_config_say(&f->notes->warnings,
                       "%s: a load that takes %.1f core cycles takes %.1f on this machine, whatever %s is",
                       l->finding, target, cycles, l->option);
    return code;
}

static int fit_level(fitting *f, const level *l, poise_error *err)
{
    const point at = find_point(f, l);
    if (!isnan(at.time))
        return approach(f, l, at, err);
    sim_config_say(&f->notes->warnings,
                   "%s stays as it is: %s is not known, or no point of the surface shows it", l->option,
                   l->finding);
    return POISE_OK;
}

int probe_fit_latencies(const probe_result *measured, probe_recorder *recorder, const sim_policies *policies,
                        const atomic_bool *stop, sim_config *config, sim_config_notes *notes,
                        poise_error *err)
{
    fitting f = {measured, {0}, recorder, policies, stop, config, notes};
    const uint64_t l1 = product(config->l1_sets, config->l1_ways, 1),
                   l2 = product(config->l2_banks, config->l2_sets, config->l2_ways);
    const level levels[] = {{"l1.hit", "l1_latency", 0, l1, false},
                            {"l2.hit", "l2_latency", 2 * l1, l2, false},
                            {"memory.time", "dram_latency", 2 * l2, UINT64_MAX, true}};
    int code = probe_surface_make(&f.asked, &measured->sweep, err);
    for (size_t i = 0; i < sizeof levels / sizeof *levels && code == POISE_OK; i++)
        code = fit_level(&f, &levels[i], err);
    probe_surface_free(&f.asked);
    return code;
}

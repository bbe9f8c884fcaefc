#include "report/results/visits.h"

#include "report/plot/plot.h"
#include "report/profile/figures.h"

#include <math.h>
#include <string.h>

/* Pixels. */
enum { MOST_TICKS = 8, LEGEND_LINE = 16, LEGEND_AT = 12, WORDS = 256 };
static const plot_box square = {.left = 62, .top = 32, .right = 360, .bottom = 330};
enum { PLANE_WIDTH = 372 };
#define LEAST_DISC 2.5
#define MOST_DISC  16.0

uint32_t visits_sm(const results_report *report, const results_visit *visit)
{
    const evaluate_history *history = visits_history(report, visit);
    return history->n == 0 ? 0 : history->changes[0].sm;
}

void visits_words(const results_report *report, const results_visit *visit, char *text, size_t size)
{
    const evaluate_program *program = results_program(report, visit->program);
    const evaluate_launch *launch = &program->launches[visit->launch];
    snprintf(text, size, "%s under %s: launch %u, kernel %s", program->name,
             results_policy_name(report, visit->policy), launch->index, launch->kernel);
}

/* ---- shares of time ---- */

typedef struct dwelling {
    double share[PROFILE_MAX_WARPS + 1][PROFILE_MAX_WARPS + 1]; /* [N][p] of the time of all SMs */
} dwelling;

static void add_time(dwelling *d, const evaluate_change *change, uint64_t until)
{
    if (until > change->cycle)
        d->share[change->n][change->p] += (double)(until - change->cycle);
}

static void dwell(dwelling *d, const evaluate_history *history, uint64_t cycles)
{
    double sum = 0;
    memset(d, 0, sizeof *d);
    for (size_t i = 0; i < history->n; i++) {
        const evaluate_change *change = &history->changes[i];
        const bool is_last = i + 1 == history->n || history->changes[i + 1].sm != change->sm;
        const uint64_t until = is_last ? cycles : history->changes[i + 1].cycle;
        add_time(d, change, until);
        sum += until > change->cycle ? (double)(until - change->cycle) : 0;
    }
    for (uint32_t n = 1; n <= PROFILE_MAX_WARPS && sum > 0; n++) {
        for (uint32_t p = 0; p <= n; p++)
            d->share[n][p] /= sum;
    }
}

/* ---- the plane ---- */

static plot plane_of(uint32_t warps)
{
    return (plot){.box = square,
                  .x = {.low = 0, .high = warps + 0.5, .from = square.left, .to = square.right},
                  .y = {.low = -0.5, .high = warps + 0.5, .from = square.bottom, .to = square.top}};
}

static void put_circle(markup *m, const plot *p, const char *class_name, double n, double polluting,
                       double radius)
{
    markup_begin(m, "circle");
    markup_attribute(m, "class", class_name);
    markup_number(m, "cx", scale_at(&p->x, n));
    markup_number(m, "cy", scale_at(&p->y, polluting));
    markup_number(m, "r", radius);
}

/* A bubble as in the plane of a profile, the largest speedup or slowdown of the launch the largest. */
static void put_surface(markup *m, const plot *p, const profile_launch *launch)
{
    const double cell = (p->x.to - p->x.from) / p->x.high;
    double most = log(1.1);
    for (size_t i = 0; i < profile_points(launch->speedup.warps); i++)
        most = fmax(most, figure_magnitude(launch->speedup.value[i])); /* NaN is ignored */
    for (uint32_t n = 1; n <= launch->speedup.warps; n++) {
        for (uint32_t polluting = 0; polluting <= n; polluting++) {
            const double speedup = surface_at(&launch->speedup, n, polluting);
            if (isnan(speedup))
                continue;
            put_circle(m, p, speedup >= 1 ? "below faster-below" : "below slower-below", n, polluting,
                       fmax(1, 0.48 * cell * figure_magnitude(speedup) / most));
            markup_begin(m, "title");
            markup_format(m, "{%u,%u} alone: %s", n, polluting, number_speedup(speedup).text);
            markup_end(m);
            markup_end(m);
        }
    }
    markup_line(m);
}

static void put_discs(markup *m, const plot *p, const dwelling *d, uint32_t warps)
{
    for (uint32_t n = 1; n <= warps; n++) {
        for (uint32_t polluting = 0; polluting <= n; polluting++) {
            const double share = d->share[n][polluting];
            if (share <= 0)
                continue;
            put_circle(m, p, "visited", n, polluting, fmax(LEAST_DISC, MOST_DISC * sqrt(share)));
            markup_begin(m, "title");
            markup_format(m, "{%u,%u}: %s of the time", n, polluting, number_share(share).text);
            markup_end(m);
            markup_end(m);
        }
    }
    markup_line(m);
}

static void put_way(markup *m, const plot *p, const evaluate_history *history, uint32_t sm)
{
    markup_begin(m, "path");
    markup_attribute(m, "class", "way");
    char start = 'M';
    fputs(" d=\"", m->out);
    for (size_t i = 0; i < history->n && history->changes[i].sm == sm; i++) {
        fprintf(m->out, "%c%s %s", start, number_short(scale_at(&p->x, history->changes[i].n)).text,
                number_short(scale_at(&p->y, history->changes[i].p)).text);
        start = 'L';
    }
    fputs("\"", m->out);
    markup_end(m);
    markup_line(m);
}

/* The tuple of a static policy in the same launch. */
static void put_static(markup *m, const plot *p, const results_report *report, const results_visit *visit)
{
    for (size_t k = 0; k < report->results->policies.n; k++) {
        const evaluate_tuple *tuples = results_cell(report, visit->program, k)->schedule.tuples;
        if (tuples == NULL)
            continue;
        const evaluate_tuple at = tuples[visit->launch];
        const bool is_best = report->results->policies.policies[k].kind == EVALUATE_STATIC_BEST;
        markup_begin(m, "path");
        markup_attribute(m, "class", "chosen");
        markup_attribute_format(m, "d", is_best ? "M%s %sm0 -8l8 8l-8 8l-8 -8z" : "M%s %sm-6 -6h12v12h-12z",
                                number_short(scale_at(&p->x, at.n)).text,
                                number_short(scale_at(&p->y, at.p)).text);
        markup_begin(m, "title");
        markup_text(m, results_policy_name(report, k));
        markup_format(m, ": {%u,%u}", at.n, at.p);
        markup_end(m);
        markup_end(m);
    }
    markup_line(m);
}

static plot_ticks warp_ticks(const scale *s, uint32_t warps)
{
    plot_ticks ticks = {0};
    const uint32_t step = (warps + MOST_TICKS - 1) / MOST_TICKS;
    for (uint32_t value = step; value <= warps && ticks.n < SCALE_MAX_TICKS; value += step)
        ticks.tick[ticks.n++] = (axis_tick){scale_at(s, value), number_short(value)};
    return ticks;
}

static void put_legend(markup *m, const results_report *report, const results_visit *visit)
{
    char text[64];
    const double y = square.top + LEGEND_AT;
    axis_text(m, square.left + 8, y, NULL, "discs: share of the time of all SMs");
    snprintf(text, sizeof text, "line: the way of SM %u", visits_sm(report, visit));
    axis_text(m, square.left + 8, y + LEGEND_LINE, NULL, text);
    if (visit->surface != NULL)
        axis_text(m, square.left + 8, y + 2 * LEGEND_LINE, NULL, "behind: speedup of each tuple alone");
}

void visits_plane(markup *m, const results_report *report, const results_visit *visit, bool alone)
{
    const evaluate_launch *launch = &results_program(report, visit->program)->launches[visit->launch];
    const evaluate_cell *cell = results_cell(report, visit->program, visit->policy);
    const evaluate_history *history = visits_history(report, visit);
    const plot p = plane_of(launch->warps);
    const plot_ticks x = warp_ticks(&p.x, launch->warps), y = warp_ticks(&p.y, launch->warps);
    char words[WORDS];
    dwelling d;
    dwell(&d, history, cell->result.launches[visit->launch].cycles);
    visits_words(report, visit, words, sizeof words);
    figure_begin(m, PLANE_WIDTH, PLOT_HEIGHT, words, alone);
    axis_text(m, PLOT_TITLE_LEFT, PLOT_TITLE_FOOT, "title",
              alone ? words : "Warp-tuples in the course of the launch");
    axis_x(m, &p.box, x.tick, x.n, "N, warps that may issue");
    axis_y(m, &p.box, y.tick, y.n, "p, warps that may allocate in L1", false);
    plot_line(m, &p, "even-line", 0, 0, launch->warps + 0.5, launch->warps + 0.5);
    if (visit->surface != NULL)
        put_surface(m, &p, visit->surface);
    put_way(m, &p, history, visits_sm(report, visit));
    put_discs(m, &p, &d, launch->warps);
    put_static(m, &p, report, visit);
    put_legend(m, report, visit);
    markup_end(m);
    markup_line(m);
}

/* ---- over time ---- */

static void put_steps(markup *m, const plot *p, const evaluate_history *history, uint32_t sm, uint64_t cycles,
                      bool is_n)
{
    markup_begin(m, "path");
    markup_attribute(m, "class", is_n ? "step-n" : "step-p");
    fputs(" d=\"", m->out);
    for (size_t i = 0; i < history->n && history->changes[i].sm == sm; i++) {
        const evaluate_change *change = &history->changes[i];
        const number_text x = number_short(scale_at(&p->x, (double)change->cycle));
        const number_text y = number_short(scale_at(&p->y, is_n ? change->n : change->p));
        if (i == 0)
            fprintf(m->out, "M%s %s", x.text, y.text);
        else
            fprintf(m->out, "H%sV%s", x.text, y.text);
    }
    fprintf(m->out, "H%s\"", number_short(scale_at(&p->x, (double)cycles)).text);
    markup_end(m);
    markup_line(m);
}

static number_text thousands(double value)
{
    return number_short(value / 1000);
}

void visits_steps(markup *m, const results_report *report, const results_visit *visit, bool alone)
{
    const evaluate_launch *launch = &results_program(report, visit->program)->launches[visit->launch];
    const evaluate_cell *cell = results_cell(report, visit->program, visit->policy);
    const uint64_t cycles = cell->result.launches[visit->launch].cycles;
    const uint32_t sm = visits_sm(report, visit);
    plot p = plane_of(launch->warps);
    p.box = plot_frame;
    p.x = (scale){.low = 0, .high = (double)cycles, .from = p.box.left, .to = p.box.right};
    p.y.from = p.box.bottom;
    p.y.to = p.box.top;
    double values[SCALE_MAX_TICKS];
    scale nice = p.x;
    const int n = scale_nice(&nice, MOST_TICKS, values);
    const plot_ticks x = plot_ticks_at(&p.x, values, n, thousands), y = warp_ticks(&p.y, launch->warps);
    char words[WORDS];
    visits_words(report, visit, words, sizeof words);
    figure_begin(m, PLOT_WIDTH, PLOT_HEIGHT, words, alone);
    char title[64];
    snprintf(title, sizeof title, "N (line) and p (dashed) of SM %u over time", sm);
    axis_text(m, PLOT_TITLE_LEFT, PLOT_TITLE_FOOT, "title", alone ? words : title);
    axis_x(m, &p.box, x.tick, x.n, "thousand core cycles");
    axis_y(m, &p.box, y.tick, y.n, "warps", true);
    put_steps(m, &p, visits_history(report, visit), sm, cycles, true);
    put_steps(m, &p, visits_history(report, visit), sm, cycles, false);
    markup_end(m);
    markup_line(m);
}

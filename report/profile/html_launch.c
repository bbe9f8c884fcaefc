#include "report/profile/html.h"

#include "report/page/page.h"
#include "report/profile/columns.h"
#include "report/profile/figures.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void put_summary(markup *m, const profile_launch *launch)
{
    markup_begin(m, "summary");
    markup_format(m, "%" PRIu64 ". ", launch->number);
    report_name(m, launch->run);
    markup_text(m, " / ");
    markup_begin(m, "b");
    report_name(m, launch->kernel);
    markup_end(m);
    markup_format(m, ", launch %" PRIu64, launch->launch);
    markup_begin(m, "span");
    markup_format(m, "best %s %s", report_tuple_text(&launch->best).text,
                  number_speedup(launch->best.speedup).text);
    markup_end(m);
    markup_begin(m, "span");
    markup_format(m, "target %s %s", report_tuple_text(&launch->target).text,
                  number_speedup(launch->target.speedup).text);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

/* ---- the tuples that have a name, each once ---- */

enum { MOST_NAMES = 8, NAMES_TEXT = 128 };

typedef struct named_tuple {
    report_tuple tuple;
    char names[NAMES_TEXT]; /* one or more */
} named_tuple;

typedef struct named_tuples {
    size_t n;
    named_tuple list[MOST_NAMES];
} named_tuples;

static void add_name(named_tuples *tuples, const char *name, const report_tuple *tuple)
{
    for (size_t i = 0; i < tuples->n; i++) {
        named_tuple *known = &tuples->list[i];
        const size_t length = strlen(known->names);
        if (known->tuple.n != tuple->n || known->tuple.p != tuple->p)
            continue;
        snprintf(known->names + length, NAMES_TEXT - length, ", %s", name);
        return;
    }
    if (tuple->n == 0 || tuples->n == MOST_NAMES)
        return;
    named_tuple *added = &tuples->list[tuples->n++];
    added->tuple = *tuple;
    snprintf(added->names, NAMES_TEXT, "%s", name);
}

static named_tuples collect_tuples(const profile_launch *launch)
{
    named_tuples tuples = {0};
    size_t n;
    const report_column *columns = profile_columns(&n);
    const uint32_t warps = launch->source->warps;
    add_name(&tuples, "Baseline", &(report_tuple){.n = warps, .p = warps});
    for (size_t i = 0; i < n; i++) {
        if (columns[i].kind == COLUMN_POINT)
            add_name(&tuples, columns[i].title, profile_tuple_at(launch, columns[i].offset));
    }
    return tuples;
}

static void put_tuple(markup *m, const profile_launch *launch, const named_tuple *named)
{
    const uint32_t n = named->tuple.n, p = named->tuple.p;
    const sim_counters *counters = profile_at(launch->source, n, p);
    markup_begin(m, "tr");
    markup_element(m, "td", "text", named->names);
    markup_element(m, "td", NULL, report_tuple_text(&named->tuple).text);
    markup_element(m, "td", NULL, number_speedup(surface_at(&launch->speedup, n, p)).text);
    markup_element(m, "td", NULL, number_speedup(surface_at(&launch->score, n, p)).text);
    markup_element(m, "td", NULL, number_grouped(counters->cycles).text);
    markup_element(m, "td", NULL, number_tenths(sim_ipc(counters)).text);
    markup_element(m, "td", NULL, number_share(sim_l1_hit_rate(counters)).text);
    markup_element(m, "td", NULL, number_tenths(sim_miss_latency(counters)).text);
    markup_end(m);
    markup_line(m);
}

static void put_tuples(markup *m, const profile_launch *launch)
{
    const named_tuples tuples = collect_tuples(launch);
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll");
    markup_begin(m, "table");
    markup_begin(m, "thead");
    markup_begin(m, "tr");
    page_column(m, "Tuple", "why this one", "text");
    page_column(m, "{N,p}", "warps per scheduler that may issue, that may allocate in L1", NULL);
    page_column(m, "S", "speedup over {W,W}", NULL);
    page_column(m, "Score", "mean of S over the tuple and its neighbours; the target has the highest", NULL);
    page_column(m, "Cycles", "core cycles", NULL);
    page_column(m, "IPC", "thread instructions per core cycle, whole GPU", NULL);
    page_column(m, "L1 hits", "L1 load hits over accesses", NULL);
    page_column(m, "Miss latency", "mean over L1 load misses, core cycles", NULL);
    markup_end(m);
    markup_end(m);
    markup_begin(m, "tbody");
    markup_line(m);
    for (size_t i = 0; i < tuples.n; i++)
        put_tuple(m, launch, &tuples.list[i]);
    markup_end(m);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

/* ---- loads that had better allocate nothing ---- */

/* Speedup over {W,W} there with load `i` alone around; not a number where it was not measured. */
static double alone_around(const profile_launch *launch, uint32_t i)
{
    const profile_kernel *kernel = launch->source;
    const sim_counters *baseline = profile_at(kernel, kernel->warps, kernel->warps);
    for (uint32_t k = 0; k < kernel->n_sets; k++) {
        const profile_set *set = &kernel->sets[k];
        if (set->n == kernel->warps && set->p == kernel->warps && set->around == 1u << i)
            return (double)baseline->cycles / set->cycles;
    }
    return (double)NAN;
}

static void put_load(markup *m, const profile_launch *launch, const profile_schedule *best, uint32_t i)
{
    const profile_load *load = &launch->source->loads[i];
    markup_begin(m, "tr");
    markup_element(m, "td", NULL, number_grouped(load->pc).text);
    markup_element(m, "td", NULL, load->source_line > 0 ? number_grouped(load->source_line).text : "");
    markup_element(m, "td", NULL, number_share(load->share).text);
    markup_element(m, "td", NULL, number_speedup(alone_around(launch, i)).text);
    markup_element(m, "td", "text", best->around >> i & 1 ? "goes around" : "allocates");
    markup_begin(m, "td");
    markup_attribute(m, "class", "text");
    markup_element(m, "code", NULL, load->source);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

static void put_loads(markup *m, const profile_launch *launch)
{
    const profile_kernel *kernel = launch->source;
    if (kernel->n_loads == 0)
        return;
    const profile_schedule best = profile_best_schedule(kernel);
    const sim_counters *baseline = profile_at(kernel, kernel->warps, kernel->warps);
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll");
    markup_begin(m, "table");
    markup_begin(m, "thead");
    markup_begin(m, "tr");
    page_column(m, "Load", "number of the instruction in the kernel", NULL);
    page_column(m, "Line", "of the kernel's source", NULL);
    page_column(m, "Share", "of the lines that all loads ask the L1 for", NULL);
    page_column(m, "S around", "speedup over {W,W} when this load alone allocates nothing there", NULL);
    page_column(m, "Best", "what it does in the fastest schedule that was measured", "text");
    page_column(m, "Source", "that line", "text");
    markup_end(m);
    markup_end(m);
    markup_begin(m, "tbody");
    markup_line(m);
    for (uint32_t i = 0; i < kernel->n_loads; i++)
        put_load(m, launch, &best, i);
    markup_end(m);
    markup_end(m);
    markup_end(m);
    markup_begin(m, "p");
    markup_format(m, "Fastest schedule beyond the tuple: {%" PRIu32 ",%" PRIu32 "}", best.n, best.p);
    markup_text(m, best.around == 0 ? ", all loads allocate, " : " with these loads around, ");
    markup_text(m, number_speedup((double)baseline->cycles / (double)best.cycles).text);
    markup_format(m, " over {W,W}; %" PRIu32 " sets of loads measured.", kernel->n_sets);
    markup_end(m);
    markup_line(m);
}

void html_launch(markup *m, const profile_launch *launch, bool open)
{
    markup_begin(m, "details");
    markup_attribute(m, "class", "launch");
    if (open)
        markup_attribute(m, "open", "open");
    markup_line(m);
    put_summary(m, launch);
    markup_begin(m, "div");
    markup_attribute(m, "class", "body");
    /* inside, so that a link to it opens what is folded */
    markup_attribute_format(m, "id", "k%" PRIu64, launch->number);
    markup_line(m);
    markup_begin(m, "div");
    markup_attribute(m, "class", "figures");
    markup_line(m);
    figure_plane(m, launch);
    figure_curves(m, launch);
    markup_end(m);
    markup_line(m);
    put_tuples(m, launch);
    put_loads(m, launch);
    markup_begin(m, "p");
    markup_attribute(m, "class", "soft");
    markup_text(m, "Program ");
    report_name(m, launch->program);
    markup_format(m, "; for %s; %" PRIu64 " of %zu warp-tuples measured; trace ", launch->split,
                  launch->measured, profile_points(launch->source->warps));
    markup_element(m, "span", "hash", launch->source->trace_hash);
    markup_end(m);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

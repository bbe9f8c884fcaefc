#include "report/profile/html.h"

#include "report/page.h"
#include "report/profile/columns.h"
#include "report/profile/figures.h"

#include <inttypes.h>

static void put_summary(markup *m, const profile_launch *launch)
{
    markup_begin(m, "summary");
    markup_format(m, "%zu. ", launch->number);
    html_name(m, launch->program);
    markup_text(m, " / ");
    markup_begin(m, "b");
    html_name(m, launch->kernel);
    markup_end(m);
    markup_format(m, ", launch %" PRIu64, launch->launch);
    markup_begin(m, "span");
    markup_format(m, "best %s %s", profile_tuple_text(&launch->best).text,
                  number_speedup(launch->best.speedup).text);
    markup_end(m);
    markup_begin(m, "span");
    markup_format(m, "target %s %s", profile_tuple_text(&launch->target).text,
                  number_speedup(launch->target.speedup).text);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

static void put_tuple(markup *m, const profile_launch *launch, const char *name, const profile_tuple *tuple)
{
    const sim_counters *counters = profile_at(launch->source, tuple->n, tuple->p);
    if (counters == NULL)
        return;
    markup_begin(m, "tr");
    markup_element(m, "td", "text", name);
    markup_element(m, "td", NULL, profile_tuple_text(tuple).text);
    markup_element(m, "td", NULL, number_speedup(surface_at(&launch->speedup, tuple->n, tuple->p)).text);
    markup_element(m, "td", NULL, number_speedup(surface_at(&launch->score, tuple->n, tuple->p)).text);
    markup_element(m, "td", NULL, number_grouped(counters->cycles).text);
    markup_element(m, "td", NULL, number_short(sim_ipc(counters)).text);
    markup_element(m, "td", NULL, number_share(sim_l1_hit_rate(counters)).text);
    markup_element(m, "td", NULL, number_short(sim_miss_latency(counters)).text);
    markup_end(m);
    markup_line(m);
}

static void put_tuples(markup *m, const profile_launch *launch)
{
    size_t n;
    const profile_column *columns = profile_columns(&n);
    const uint32_t warps = launch->source->warps;
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
    put_tuple(m, launch, "Baseline {W,W}", &(profile_tuple){.n = warps, .p = warps});
    for (size_t i = 0; i < n; i++) {
        if (columns[i].kind == PROFILE_POINT)
            put_tuple(m, launch, columns[i].title, profile_tuple_at(launch, columns[i].offset));
    }
    put_tuple(m, launch, "Reference {1,1}", &(profile_tuple){.n = 1, .p = 1});
    markup_end(m);
    markup_end(m);
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
    markup_attribute_format(m, "id", "k%zu", launch->number);
    markup_line(m);
    markup_begin(m, "div");
    markup_attribute(m, "class", "figures");
    markup_line(m);
    figure_plane(m, launch);
    figure_curves(m, launch);
    markup_end(m);
    markup_line(m);
    put_tuples(m, launch);
    markup_begin(m, "p");
    markup_attribute(m, "class", "soft");
    markup_format(m, "%" PRIu64 " of %zu warp-tuples measured; trace ", launch->measured,
                  profile_points(launch->source->warps));
    markup_element(m, "span", "hash", launch->source->trace_hash);
    markup_end(m);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

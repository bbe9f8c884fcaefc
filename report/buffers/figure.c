#include "report/buffers/output.h"
#include "report/plot/plot.h"
#include "report/plot/series.h"
#include "report/plot/sheet.h"

#include <math.h>
#include <stdlib.h>

/* Pixels, but for MOST_BORDERS, buffers. */
enum { COLUMN = 2, NUMBER_ROOM = 16, NUMBER_ABOVE = 4, MOST_BORDERS = 64, MOST_TICKS = 6 };
/* Between two labels of accesses. */
static const double tick_distance = 18;
/* Of a band of one value. */
static const double heights[] = {5, 2};

enum { READS, WRITES, KINDS };
static const char *const kinds[KINDS] = {"reads", "writes"};

/* Least and most accesses for a page among the chunks that a column of pixels shows; most = 0: none. */
typedef struct band {
    double least, most;
} band;

typedef struct bands {
    band *column[KINDS]; /* [n] */
    size_t n;
    double pages, least, most; /* of all columns */
} bands;

/* The first buffer of program `program` or a later one; buffers are in order of programs. */
static size_t first_of(const buffers_profile *profile, size_t program)
{
    size_t low = 0, high = profile->n_buffers;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (profile->buffers[middle].program < program)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

buffers_part buffers_part_of(const buffers_profile *profile, size_t program)
{
    return (buffers_part){program, first_of(profile, program), first_of(profile, program + 1)};
}

static void add(bands *b, int kind, size_t first, size_t last, double value)
{
    for (size_t i = first; value > 0 && i <= last && i < b->n; i++) {
        band *at = &b->column[kind][i];
        at->least = at->most > 0 ? fmin(at->least, value) : value;
        at->most = fmax(at->most, value);
        b->least = b->most > 0 ? fmin(b->least, value) : value;
        b->most = fmax(b->most, value);
    }
}

/* Column of a page in order. */
static size_t column_of(const bands *b, double page)
{
    const double column = page / b->pages * (double)b->n;
    return column < 0 ? 0 : (size_t)column;
}

static void fill(bands *b, const buffers_profile *profile, buffers_part part)
{
    double page = 0;
    for (size_t i = part.first; i < part.end; i++) {
        const buffers_buffer *buffer = &profile->buffers[i];
        for (size_t k = 0; k < buffer->chunks; k++) {
            const double pages = (double)buffers_chunk_pages(profile, buffer, k);
            const size_t first = column_of(b, page), end = column_of(b, page + pages);
            const size_t last = end > first ? end - 1 : first;
            add(b, READS, first, last, (double)profile->reads[buffer->first_chunk + k] / pages);
            add(b, WRITES, first, last, (double)profile->writes[buffer->first_chunk + k] / pages);
            page += pages;
        }
    }
}

static double pages_of(const buffers_profile *profile, buffers_part part)
{
    double pages = 0;
    for (size_t i = part.first; i < part.end; i++)
        pages += (double)buffers_pages(&profile->buffers[i]);
    return pages;
}

/* Accesses on a logarithmic axis, at least one order of magnitude. */
static plot frame_of(const bands *b)
{
    plot p = {.box = plot_frame};
    const double least = b->most > 0 ? b->least : 1, most = b->most > 0 ? b->most : 10;
    p.x = (scale){.low = 0, .high = b->pages, .from = p.box.left, .to = p.box.right};
    p.y = plot_scale_y(&p.box, fmin(least / 1.5, most / 15), most * 1.5);
    return p;
}

static void put_axes(markup *m, plot *p)
{
    double values[SCALE_MAX_TICKS];
    scale nice = p->x;
    const int n_x = scale_nice(&nice, MOST_TICKS, values);
    const plot_ticks x = plot_ticks_at(&p->x, values, n_x, number_short);
    const int n_y = scale_rounds(&p->y, tick_distance, values);
    const plot_ticks y = plot_ticks_at(&p->y, values, n_y, number_short);
    axis_y(m, &p->box, y.tick, y.n, "accesses for each page, sectors", true);
    axis_x(m, &p->box, x.tick, x.n, "pages of 4 KB, buffers next to each other");
    markup_line(m);
}

/* Where a buffer begins, and its number where there is room. */
static void put_borders(markup *m, const plot *p, const buffers_profile *profile, buffers_part part)
{
    double page = 0;
    for (size_t i = part.first; i < part.end; i++) {
        const double end = page + (double)buffers_pages(&profile->buffers[i]);
        const double left = scale_at(&p->x, page), right = scale_at(&p->x, end);
        if (i > part.first && part.end - part.first <= MOST_BORDERS)
            plot_line(m, p, "even-line", page, p->y.low, page, p->y.high);
        if (right - left >= NUMBER_ROOM) {
            char number[24];
            snprintf(number, sizeof number, "%zu", i - part.first + 1);
            axis_text(m, (left + right) / 2, p->box.top - NUMBER_ABOVE, "middle", number);
        }
        page = end;
    }
    markup_line(m);
}

/* Writes are thinner and above, so that equal ones do not hide each other. */
static void put_band(markup *m, const plot *p, const bands *b, int kind, size_t i)
{
    const band *at = &b->column[kind][i];
    const double wide = (p->x.to - p->x.from) / (double)b->n;
    if (!(at->most > 0))
        return;
    const double top = scale_at(&p->y, at->most), foot = scale_at(&p->y, at->least);
    markup_begin(m, "rect");
    markup_attribute(m, "class", kind == READS ? "dot" : "loss");
    markup_number(m, "x", p->x.from + (double)i * wide);
    markup_number(m, "y", top - heights[kind] / 2);
    markup_number(m, "width", wide);
    markup_number(m, "height", foot - top + heights[kind]);
    markup_end(m);
}

static void draw_bands(markup *m, const buffers_report *report, buffers_part part, const bands *b)
{
    plot p = frame_of(b);
    plot_begin(m, PLOT_WIDTH, PLOT_HEIGHT, "Reads and writes for each page of the buffers");
    put_axes(m, &p);
    put_borders(m, &p, report->profile, part);
    for (int kind = 0; kind < KINDS; kind++) {
        for (size_t i = 0; i < b->n; i++)
            put_band(m, &p, b, kind, i);
        markup_line(m);
    }
    markup_end(m);
    markup_line(m);
}

void buffers_figure(markup *m, const buffers_report *report, size_t program)
{
    const buffers_part part = buffers_part_of(report->profile, program);
    bands b = {.n = (size_t)((plot_frame.right - plot_frame.left) / COLUMN),
               .pages = pages_of(report->profile, part)};
    b.column[READS] = calloc(b.n, sizeof(band));
    b.column[WRITES] = calloc(b.n, sizeof(band));
    if (part.end > part.first && b.column[READS] != NULL && b.column[WRITES] != NULL) {
        fill(&b, report->profile, part);
        draw_bands(m, report, part, &b);
    }
    free(b.column[READS]);
    free(b.column[WRITES]);
}

/* ---- as a file ---- */

typedef struct one_program {
    const buffers_report *report;
    size_t program;
} one_program;

static double height_of(const void *context, size_t i)
{
    (void)context, (void)i;
    return PLOT_HEIGHT;
}

static void draw(markup *m, const void *context, size_t i)
{
    const one_program *one = context;
    (void)i;
    buffers_figure(m, one->report, one->program);
}

void buffers_report_svg(const buffers_report *report, size_t program, FILE *out)
{
    const one_program one = {report, program};
    const sheet s = {.title = "Reads and writes for each page of the buffers",
                     .heading = report->profile->programs[program].program,
                     .names = kinds,
                     .n_names = KINDS,
                     .n = 1,
                     .context = &one,
                     .height = height_of,
                     .draw = draw};
    sheet_write(&s, out);
}

#include "report/loads/output.h"
#include "report/plot/plot.h"

#include <math.h>

enum { MOST_TICKS = 7 };

/* A linear scale over what is to be shown, widened to round numbers. */
static scale scale_over(double low, double high, double from, double to)
{
    return (scale){.low = low, .high = high, .from = from, .to = to};
}

static plot_words words_of(const loads_line *line, const loads_rule_line *rule)
{
    plot_words out;
    snprintf(out.text, sizeof out.text, "load %u, line %u: margin %+.3f at %s; %s = %.4g", line->source->pc,
             line->source->source_line, line->margin, report_tuple_text(&line->at).text, rule->name,
             load_value_of(rule->of, line->source));
    return out;
}

void figure_margins(markup *m, const loads_report *report, size_t of)
{
    const loads_rule_line *rule = &report->rules[of];
    plot p = {.box = plot_frame};
    double low = INFINITY, high = -INFINITY, least = 0, most = 0;
    for (size_t i = 0; i < report->n; i++) {
        const double value = load_value_of(rule->of, report->lines[i].source);
        if (isnan(report->lines[i].margin))
            continue;
        low = fmin(low, value);
        high = fmax(high, value);
        least = fmin(least, report->lines[i].margin);
        most = fmax(most, report->lines[i].margin);
    }
    p.x = scale_over(isinf(low) ? 0 : low, isinf(high) ? 1 : high, p.box.left, p.box.right);
    p.y = scale_over(least, most, p.box.bottom, p.box.top);
    const plot_ticks x = plot_ticks_nice(&p.x, MOST_TICKS), y = plot_ticks_nice(&p.y, MOST_TICKS);
    char title[64];
    snprintf(title, sizeof title, "Margin against %s", rule->name);
    plot_begin(m, PLOT_WIDTH, PLOT_HEIGHT, title);
    axis_y(m, &p.box, y.tick, y.n, "margin: > 0 had better allocate", true);
    axis_x(m, &p.box, x.tick, x.n, rule->name);
    markup_line(m);
    plot_line(m, &p, "level-one", p.x.low, 0, p.x.high, 0);
    for (size_t i = 0; i < report->n; i++) {
        const loads_line *line = &report->lines[i];
        const plot_kernel kernel = {line->series, line->number, line->run,
                                    line->kernel, line->launch, !line->trains};
        if (!isnan(line->margin))
            plot_mark(m, &p, &kernel, load_value_of(rule->of, line->source), line->margin,
                      words_of(line, rule).text);
    }
    markup_end(m);
    markup_line(m);
}

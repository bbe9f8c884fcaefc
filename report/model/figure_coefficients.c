#include "report/model/coefficients.h"
#include "report/model/figures.h"
#include "report/plot/axis.h"
#include "report/plot/plot.h"

#include <math.h>
#include <stdio.h>

enum { LINE = 26, LEFT = 196, TOP = 32, FOOT = 42, NAME_AT = 8, MOST_TICKS = 7, DOT = 4, TEXT = 96 };

model_coefficient model_coefficient_of(const model_report *report, int output, int feature)
{
    model_coefficient found = {report->model->weight[output][feature] * report->spread[feature], NAN};
    const bool has_fit = report->relearned && report->model->kind == MODEL_NEGBIN;
    if (has_fit && !report->learned.constant[output])
        found.error = report->learned.fit[output].standard_error[feature] * report->spread[feature];
    return found;
}

static double half_of(const model_coefficient *c)
{
    return isnan(c->error) ? 0 : MODEL_INTERVAL * c->error;
}

static bool is_shown(int feature)
{
    return feature != MODEL_X_constant;
}

static void put_dot(markup *m, const plot *p, const model_coefficient *c, const char *name, double place)
{
    markup_begin(m, "g");
    markup_begin(m, "title");
    markup_format(m, "%s: %.3f", name, c->value);
    if (!isnan(c->error))
        markup_format(m, ", 95 %% interval %.3f to %.3f", c->value - half_of(c), c->value + half_of(c));
    markup_end(m);
    if (!isnan(c->error))
        plot_line(m, p, "whisker", c->value - half_of(c), place, c->value + half_of(c), place);
    markup_begin(m, "circle");
    markup_attribute(m, "class", "dot");
    markup_number(m, "cx", scale_at(&p->x, c->value));
    markup_number(m, "cy", scale_at(&p->y, place));
    markup_number(m, "r", DOT);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

/* Over both outputs, so that they can be compared. */
static scale scale_of(const model_report *report, double values[SCALE_MAX_TICKS], int *n)
{
    scale s = {.low = 0, .high = 0, .from = LEFT, .to = plot_frame.right};
    for (int output = 0; output < MODEL_OUTPUTS; output++) {
        for (int feature = 0; feature < FEATURES_COUNT; feature++) {
            const model_coefficient c = model_coefficient_of(report, output, feature);
            s.low = fmin(s.low, c.value - half_of(&c));
            s.high = fmax(s.high, c.value + half_of(&c));
        }
    }
    *n = scale_nice(&s, MOST_TICKS, values);
    return s;
}

double figure_coefficients_height(const model_report *report, const model_part *part)
{
    (void)report, (void)part;
    return TOP + LINE * (FEATURES_COUNT - 1) + FOOT;
}

void figure_coefficients(markup *m, const model_report *report, const model_part *part, int output)
{
    (void)part;
    char title[TEXT];
    double values[SCALE_MAX_TICKS];
    int n;
    const int lines = FEATURES_COUNT - 1;
    plot p = {.box = {.left = LEFT, .top = TOP, .right = plot_frame.right, .bottom = TOP + LINE * lines}};
    p.x = scale_of(report, values, &n);
    p.y = (scale){.low = 0.5, .high = lines + 0.5, .from = TOP, .to = p.box.bottom};
    axis_tick ticks[SCALE_MAX_TICKS];
    for (int i = 0; i < n; i++)
        ticks[i] = (axis_tick){scale_at(&p.x, values[i]), number_short(values[i])};
    snprintf(title, sizeof title, "Weights for ln %s, features with standard deviation 1",
             model_output_name[output]);
    plot_begin(m, PLOT_WIDTH, p.box.bottom + FOOT, title);
    char x_title[TEXT];
    snprintf(x_title, sizeof x_title, "added to ln %s by one standard deviation", model_output_name[output]);
    axis_x(m, &p.box, ticks, n, x_title);
    plot_line(m, &p, "level-one", 0, p.y.low, 0, p.y.high);
    for (int feature = 0, place = 0; feature < FEATURES_COUNT; feature++) {
        const model_coefficient c = model_coefficient_of(report, output, feature);
        if (!is_shown(feature))
            continue;
        place++;
        plot_line(m, &p, "grid", p.x.low, place, p.x.high, place);
        axis_text(m, NAME_AT, scale_at(&p.y, place) + 4, NULL, report->model->feature[feature]);
        put_dot(m, &p, &c, report->model->feature[feature], place);
    }
    markup_end(m);
    markup_line(m);
}

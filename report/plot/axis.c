#include "report/plot/axis.h"

#include "report/page/style.h"

enum {
    LABEL_DISTANCE = 15, /* from the line of x to the foot of its labels */
    TITLE_DISTANCE = 33, /* to the foot of its title */
    SIDE_DISTANCE = 6,   /* from the line of y to its labels */
    SIDE_TITLE = 42,     /* to the foot of its title */
    FOOT = 4,            /* from the middle of a digit to its foot */
};

void axis_text(markup *m, double x, double y, const char *class_name, const char *text)
{
    markup_begin(m, "text");
    markup_number(m, "x", x);
    markup_number(m, "y", y);
    if (class_name != NULL)
        markup_attribute(m, "class", class_name);
    markup_text(m, text);
    markup_end(m);
}

static void line(markup *m, const char *class_name, double x1, double y1, double x2, double y2)
{
    markup_begin(m, "path");
    markup_attribute(m, "class", class_name);
    markup_attribute_format(m, "d", "M%s %sL%s %s", number_short(x1).text, number_short(y1).text,
                            number_short(x2).text, number_short(y2).text);
    markup_end(m);
}

void axis_x(markup *m, const plot_box *box, const axis_tick *ticks, int n, const char *title)
{
    line(m, "axis", box->left, box->bottom, box->right, box->bottom);
    for (int i = 0; i < n; i++)
        axis_text(m, ticks[i].at, box->bottom + LABEL_DISTANCE, "middle", ticks[i].label.text);
    axis_text(m, (box->left + box->right) / 2, box->bottom + TITLE_DISTANCE, "middle", title);
}

void axis_y(markup *m, const plot_box *box, const axis_tick *ticks, int n, const char *title, bool lines)
{
    for (int i = 0; i < n; i++) {
        if (lines)
            line(m, "grid", box->left, ticks[i].at, box->right, ticks[i].at);
        axis_text(m, box->left - SIDE_DISTANCE, ticks[i].at + FOOT, "end", ticks[i].label.text);
    }
    line(m, "axis", box->left, box->top, box->left, box->bottom);
    const double x = box->left - SIDE_TITLE, y = (box->top + box->bottom) / 2;
    markup_begin(m, "text");
    markup_attribute_format(m, "transform", "translate(%s %s)rotate(-90)", number_short(x).text,
                            number_short(y).text);
    markup_attribute(m, "class", "middle");
    markup_text(m, title);
    markup_end(m);
}

void figure_begin(markup *m, double width, double height, const char *title, bool alone)
{
    markup_begin(m, "svg");
    if (alone)
        markup_attribute(m, "xmlns", "http://www.w3.org/2000/svg");
    markup_attribute(m, "class", "figure");
    markup_attribute_format(m, "viewBox", "0 0 %s %s", number_short(width).text, number_short(height).text);
    markup_number(m, "width", width);
    markup_number(m, "height", height);
    markup_attribute(m, "role", "img");
    markup_attribute(m, "aria-label", title);
    markup_line(m);
    if (!alone)
        return;
    markup_element(m, "title", NULL, title);
    markup_begin(m, "style");
    style_figure_alone(m);
    markup_end(m);
    markup_begin(m, "rect");
    markup_attribute(m, "class", "paper");
    markup_number(m, "width", width);
    markup_number(m, "height", height);
    markup_end(m);
    markup_line(m);
}

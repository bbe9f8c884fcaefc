#include "report/page/style.h"

#include "report/page/assets.h"

#include <string.h>

typedef struct style_colour {
    const char *name, *light, *dark;
} style_colour;

static const style_colour colours[] = {
#define COLOUR(name, light, dark) {#name, light, dark},
#include "report/page/colours.def"
#undef COLOUR
};
enum { N_COLOURS = sizeof colours / sizeof colours[0] };

static void write_colours(markup *m, const char *before, bool dark, const char *after)
{
    markup_raw(m, before);
    for (size_t i = 0; i < N_COLOURS; i++) {
        markup_raw(m, "--");
        markup_raw(m, colours[i].name);
        markup_raw(m, ":");
        markup_raw(m, dark ? colours[i].dark : colours[i].light);
        markup_raw(m, ";");
    }
    markup_raw(m, after);
}

void style_page(markup *m)
{
    write_colours(m, "\n:root{color-scheme:light dark;", false, "}\n");
    write_colours(m, "@media screen and (prefers-color-scheme:dark){:root{", true, "}}\n");
    markup_raw(m, report_figure_css);
    markup_raw(m, report_page_css);
}

/* The colour that starts with `name)`. */
static const style_colour *find_colour(const char *name)
{
    for (size_t i = 0; i < N_COLOURS; i++) {
        const size_t length = strlen(colours[i].name);
        if (strncmp(name, colours[i].name, length) == 0 && name[length] == ')')
            return &colours[i];
    }
    return NULL;
}

void style_figure_alone(markup *m)
{
    static const char reference[] = "var(--";
    markup_raw(m, "\n");
    for (const char *text = report_figure_css; *text != '\0'; text++) {
        const style_colour *colour =
            strncmp(text, reference, strlen(reference)) == 0 ? find_colour(text + strlen(reference)) : NULL;
        if (colour == NULL) {
            fputc(*text, m->out);
            continue;
        }
        markup_raw(m, colour->light);
        text += strlen(reference) + strlen(colour->name);
    }
}

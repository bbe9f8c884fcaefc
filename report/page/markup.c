#include "report/page/markup.h"

#include "report/page/utf8.h"
#include "report/table/number.h"

#include <stdarg.h>
#include <string.h>

enum { FORMATTED = 512 }; /* bytes of a formatted text; numbers and short words only */

/* ---- escaping ---- */

static const char *entity(char character)
{
    switch (character) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

/* Writes the character at `text` and returns what follows. */
static const char *escape_character(FILE *out, const char *text)
{
    const size_t length = utf8_length(text);
    const char *instead = length == 0 ? UTF8_REPLACEMENT : entity(*text);
    if (instead != NULL)
        fputs(instead, out);
    else
        fwrite(text, 1, length, out);
    return text + (length == 0 ? 1 : length);
}

void markup_escape(FILE *out, const char *text)
{
    while (*text != '\0')
        text = escape_character(out, text);
}

/* ---- elements ---- */

static void end_tag(markup *m)
{
    if (m->in_tag)
        fputc('>', m->out);
    m->in_tag = false;
}

void markup_begin(markup *m, const char *element)
{
    end_tag(m);
    fprintf(m->out, "<%s", element);
    if (m->depth < MARKUP_DEPTH)
        m->element[m->depth] = element;
    m->depth++;
    m->in_tag = true;
}

/* Elements of HTML without an end, and shapes of SVG. All others get an end of their own: to HTML <p/> is an
 * open paragraph. */
static bool has_no_content(const char *element)
{
    static const char *const names[] = {"meta", "link", "br",  "circle",  "rect",
                                        "line", "path", "use", "polyline"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(element, names[i]) == 0)
            return true;
    }
    return false;
}

void markup_end(markup *m)
{
    if (m->depth == 0)
        return;
    m->depth--;
    const char *element = m->depth < MARKUP_DEPTH ? m->element[m->depth] : "g";
    if (m->in_tag && has_no_content(element)) {
        fputs("/>", m->out);
        m->in_tag = false;
        return;
    }
    end_tag(m);
    fprintf(m->out, "</%s>", element);
}

void markup_attribute(markup *m, const char *name, const char *value)
{
    fprintf(m->out, " %s=\"", name);
    markup_escape(m->out, value);
    fputc('"', m->out);
}

void markup_number(markup *m, const char *name, double value)
{
    markup_attribute(m, name, number_short(value).text);
}

void markup_attribute_format(markup *m, const char *name, const char *format, ...)
{
    char value[FORMATTED];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    markup_attribute(m, name, value);
}

/* ---- content ---- */

void markup_text(markup *m, const char *text)
{
    end_tag(m);
    markup_escape(m->out, text);
}

static size_t count_characters(const char *text)
{
    size_t n = 0;
    while (*text != '\0') {
        const size_t length = utf8_length(text);
        text += length == 0 ? 1 : length;
        n++;
    }
    return n;
}

void markup_text_short(markup *m, const char *text, size_t most)
{
    const bool cut = count_characters(text) > most;
    end_tag(m);
    for (size_t i = cut ? 1 : 0; i < most && *text != '\0'; i++)
        text = escape_character(m->out, text);
    if (cut)
        fputs("…", m->out);
}

void markup_format(markup *m, const char *format, ...)
{
    char text[FORMATTED];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    markup_text(m, text);
}

void markup_raw(markup *m, const char *text)
{
    end_tag(m);
    fputs(text, m->out);
}

void markup_line(markup *m)
{
    end_tag(m);
    fputc('\n', m->out);
}

void markup_element(markup *m, const char *element, const char *class_name, const char *text)
{
    markup_begin(m, element);
    if (class_name != NULL)
        markup_attribute(m, "class", class_name);
    markup_text(m, text);
    markup_end(m);
}

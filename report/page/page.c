#include "report/page/page.h"

#include "report/page/assets.h"
#include "report/page/style.h"
#include "report/table/number.h"

#include <stddef.h>

static void put_meta(markup *m, const char *name, const char *value, const char *content)
{
    markup_begin(m, "meta");
    markup_attribute(m, name, value);
    if (content != NULL)
        markup_attribute(m, "content", content);
    markup_end(m);
    markup_line(m);
}

static void put_head(markup *m, const char *title)
{
    markup_begin(m, "head");
    markup_line(m);
    put_meta(m, "charset", "utf-8", NULL);
    put_meta(m, "name", "viewport", "width=device-width, initial-scale=1");
    /* nothing is loaded from anywhere, whatever a text may contain */
    put_meta(m, "http-equiv", "Content-Security-Policy",
             "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:");
    markup_begin(m, "link");
    markup_attribute(m, "rel", "icon");
    markup_attribute(m, "href", "data:,");
    markup_end(m);
    markup_line(m);
    markup_element(m, "title", NULL, title);
    markup_line(m);
    markup_begin(m, "style");
    style_page(m);
    markup_end(m);
    markup_line(m);
    markup_end(m);
    markup_line(m);
}

void page_begin(markup *m, const char *title)
{
    fputs("<!DOCTYPE html>\n", m->out);
    markup_begin(m, "html");
    markup_attribute(m, "xmlns", "http://www.w3.org/1999/xhtml");
    markup_attribute(m, "lang", "en");
    markup_line(m);
    put_head(m, title);
    markup_begin(m, "body");
    markup_line(m);
    markup_begin(m, "main");
    markup_line(m);
    markup_element(m, "h1", NULL, title);
    markup_line(m);
}

void page_script(markup *m, const char *text)
{
    /* a section of character data to XML, comments to the script */
    markup_begin(m, "script");
    markup_raw(m, "/*<![CDATA[*/\n");
    markup_raw(m, text);
    markup_raw(m, "/*]]>*/");
    markup_end(m);
    markup_line(m);
}

void page_folded(markup *m, const char *title, const char *text)
{
    if (text == NULL || text[0] == '\0')
        return;
    markup_begin(m, "details");
    markup_element(m, "summary", NULL, title);
    markup_element(m, "pre", NULL, text);
    markup_end(m);
    markup_line(m);
}

/* What is no letter, digit or hyphen is written as its number: nothing in the text means anything to anyone.
 */
void page_data_address(markup *m, const char *attribute, const char *type, const char *text)
{
    fprintf(m->out, " %s=\"data:%s,", attribute, type);
    for (; *text != '\0'; text++) {
        const unsigned char byte = (unsigned char)*text;
        if ((byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
            byte == '-' || byte == '.' || byte == '_')
            fputc(byte, m->out);
        else
            fprintf(m->out, "%%%02X", byte);
    }
    fputc('"', m->out);
}

void page_end(markup *m)
{
    markup_begin(m, "footer");
    markup_format(m, "Made by poise %s (%s).", POISE_VERSION, POISE_COMMIT);
    markup_end(m);
    markup_line(m);
    markup_end(m); /* main */
    markup_line(m);
    page_script(m, report_page_js);
    while (m->depth > 0)
        markup_end(m);
    markup_line(m);
}

void page_heading(markup *m, const char *title)
{
    markup_element(m, "h2", NULL, title);
    markup_line(m);
}

void page_words(markup *m, const char *text)
{
    markup_element(m, "p", "soft", text);
    markup_line(m);
}

void page_tools(markup *m)
{
    markup_begin(m, "div");
    markup_attribute(m, "class", "tools");
    markup_end(m);
    markup_line(m);
}

void page_figure(markup *m, const char *value, const char *label, const char *help)
{
    markup_begin(m, "div");
    markup_attribute(m, "class", "number");
    markup_element(m, "b", NULL, value);
    markup_element(m, "span", NULL, label);
    markup_element(m, "small", NULL, help);
    markup_end(m);
    markup_line(m);
}

void page_term(markup *m, const char *term, const char *text)
{
    markup_element(m, "dt", NULL, term);
    markup_element(m, "dd", NULL, text);
    markup_line(m);
}

void page_column(markup *m, const char *title, const char *help, const char *class_name)
{
    markup_begin(m, "th");
    markup_attribute(m, "scope", "col");
    markup_attribute(m, "title", help);
    if (class_name != NULL)
        markup_attribute(m, "class", class_name);
    markup_text(m, title);
    markup_end(m);
}

void page_value(markup *m, double value, const char *text, const char *beside)
{
    markup_begin(m, "td");
    markup_attribute(m, "data-v", number_exact(value).text);
    markup_text(m, text);
    if (beside != NULL)
        markup_element(m, "small", NULL, beside);
    markup_end(m);
}

#include "cli/trace/info.h"

#include "cli/trace/report.h"

#include <stdio.h>
#include <string.h>

/* The text is another rendering of the JSON object. */
enum { NAME_COLUMNS = 32 };

/* First line of a text, padded to `columns`; control characters, which could drive the terminal, become '?'.
 */
static void print_line(const char *text, int columns)
{
    const int length = (int)strcspn(text, "\n");
    for (int i = 0; i < length; i++)
        putchar((unsigned char)text[i] < 0x20 || text[i] == 0x7f ? '?' : text[i]);
    if (text[length] != '\0')
        fputs(" ...", stdout);
    else if (length < columns)
        printf("%*s", columns - length, "");
}

/* An extent "8 4 1", or notes, one a line: nothing forbids two of one key. */
static void print_list(const json_t *list)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item)
    {
        if (json_is_integer(item)) {
            printf("%s%" JSON_INTEGER_FORMAT, i > 0 ? " x " : "", json_integer_value(item));
            continue;
        }
        fputs("\n  ", stdout);
        print_line(json_string_value(json_object_get(item, "key")), NAME_COLUMNS - 2);
        putchar(' ');
        print_line(json_string_value(json_object_get(item, "value")), 0);
    }
}

/* One load a line. */
static void print_loads(const json_t *list)
{
    puts("  instruction  class      line    executions         lines  lines each  active lanes");
    size_t i;
    json_t *load;
    json_array_foreach(list, i, load)
    {
        printf("  %11" JSON_INTEGER_FORMAT "  %-9s %5" JSON_INTEGER_FORMAT "  %12" JSON_INTEGER_FORMAT
               "  %12" JSON_INTEGER_FORMAT "  %10.2f  %12.2f\n",
               json_integer_value(json_object_get(load, "instruction")),
               json_string_value(json_object_get(load, "class")),
               json_integer_value(json_object_get(load, "source_line")),
               json_integer_value(json_object_get(load, "executions")),
               json_integer_value(json_object_get(load, "lines")),
               json_real_value(json_object_get(load, "lines_each")),
               json_real_value(json_object_get(load, "active_lanes")));
    }
}

static void print_text(json_t *object, int indent);

static void print_value(json_t *value, int indent)
{
    if (json_is_string(value))
        print_line(json_string_value(value), 0);
    else if (json_is_integer(value))
        printf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        printf("%.4f", json_real_value(value));
    else if (json_is_array(value))
        print_list(value);
    putchar('\n');
    if (json_is_object(value))
        print_text(value, indent + 2);
}

static void print_text(json_t *object, int indent)
{
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        const bool nested =
            json_is_object(value) || (json_is_array(value) && !json_is_integer(json_array_get(value, 0)));
        if (nested && json_object_size(value) + json_array_size(value) == 0)
            continue;
        printf("%*s%-*s", indent, "", nested ? 0 : NAME_COLUMNS + 1 - indent, key);
        if (strcmp(key, "heaviest_loads") == 0) {
            putchar('\n');
            print_loads(value);
        } else {
            print_value(value, indent);
        }
    }
}

static int print(const char *path, json_t *report, bool as_json, poise_error *err)
{
    bool bad = false;
    if (as_json)
        bad = json_dumpf(report, stdout, JSON_INDENT(2)) != 0 || putchar('\n') == EOF;
    else
        print_text(report, 0);
    return bad ? poise_fail(err, POISE_FAILED, "cannot write the report on %s", path) : POISE_OK;
}

int cli_trace_info(const char *path, bool as_json, poise_error *err)
{
    warp_trace trace;
    trace_summary summary;
    int code = trace_summarize_file(path, &trace, &summary, err);
    if (code != POISE_OK)
        return code;
    json_t *report = cli_trace_report(path, &trace, &summary);
    code = report == NULL ? poise_fail(err, POISE_FAILED, "no memory for the report on %s", path)
                          : print(path, report, as_json, err);
    json_decref(report);
    trace_summary_free(&summary);
    warp_trace_free(&trace);
    return code;
}

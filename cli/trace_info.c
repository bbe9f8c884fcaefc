#include "cli/trace_info.h"

#include "trace/info.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The report is one JSON object, in order; text is another rendering of it. */

/* ---- building ---- */

/* Text of a trace file is any bytes: what is not UTF-8 becomes '?'. */
static json_t *text_value(const char *text)
{
    json_t *value = json_string(text);
    if (value != NULL)
        return value;
    char *ascii = strdup(text);
    if (ascii == NULL)
        return NULL;
    for (char *c = ascii; *c != '\0'; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    value = json_string(ascii);
    free(ascii);
    return value;
}

/* The three return true on failure, so that a caller can OR them. */
static bool add_text(json_t *object, const char *key, const char *text)
{
    return json_object_set_new_nocheck(object, key, text_value(text)) != 0;
}

static bool add_count(json_t *object, const char *key, uint64_t value)
{
    return json_object_set_new_nocheck(object, key, json_integer((json_int_t)value)) != 0;
}

static bool add_real(json_t *object, const char *key, double value)
{
    return json_object_set_new_nocheck(object, key, json_real(value)) != 0;
}

static bool add_extent(json_t *object, const char *key, const uint32_t extent[3])
{
    return json_object_set_new_nocheck(object, key,
                                       json_pack("[I,I,I]", (json_int_t)extent[0], (json_int_t)extent[1],
                                                 (json_int_t)extent[2])) != 0;
}

static bool add_header(json_t *root, const warp_trace *trace)
{
    const trace_header *header = &trace->header;
    bool bad = add_text(root, "kernel", header->kernel);
    bad |= add_count(root, "launch_index", header->launch_index);
    bad |= add_extent(root, "grid", header->grid);
    bad |= add_extent(root, "block", header->block);
    bad |= add_count(root, "thread_blocks", trace->n_thread_blocks);
    bad |= add_count(root, "warps", trace->n_warps);
    bad |= add_count(root, "warps_per_block", trace->warps_per_block);
    bad |= add_count(root, "registers_per_thread", header->registers_per_thread);
    bad |= add_count(root, "shared_bytes_per_block", header->shared_bytes_per_block);
    bad |= add_count(root, "static_instructions", header->n_inst);
    bad |= add_count(root, "basic_blocks", header->n_blocks);
    return bad | add_count(root, "virtual_registers", header->n_registers);
}

static bool add_totals(json_t *root, const warp_trace *trace, const trace_summary *summary)
{
    bool bad = add_count(root, "warp_instructions", trace->warp_insts);
    bad |= add_count(root, "thread_instructions", trace->thread_insts);
    bad |= add_count(root, "line_accesses", trace->line_accesses);
    bad |= add_real(root, "mean_active_lanes", summary->mean_active_lanes);
    bad |= add_real(root, "lines_per_global_access", summary->lines_per_global_access);
    bad |= add_real(root, "instructions_per_global_load", summary->insts_per_global_load);
    bad |= add_real(root, "passes_per_shared_access", summary->passes_per_shared_access);
    bad |= add_count(root, "footprint_lines", summary->footprint_lines);
    return bad | add_count(root, "footprint_sectors", summary->footprint_sectors);
}

static bool add_reuse(json_t *root, const trace_summary *summary)
{
    json_t *reuse = json_object();
    bool bad = json_object_set_new_nocheck(root, "global_load_lines", reuse) != 0;
    if (bad)
        return true;
    bad |= add_count(reuse, "all", summary->load_lines);
    bad |= add_count(reuse, "first_use", summary->load_cold);
    bad |= add_count(reuse, "reused_by_same_warp", summary->load_reuse_intra);
    return bad | add_count(reuse, "reused_by_other_warp", summary->load_reuse_inter);
}

static bool add_mix(json_t *root, const trace_summary *summary)
{
    json_t *mix = json_object();
    bool bad = json_object_set_new_nocheck(root, "instruction_mix", mix) != 0;
    for (int op = 0; !bad && op < TRACE_OP_COUNT; op++)
        if (summary->insts[op] > 0)
            bad = add_count(mix, trace_op_name((trace_op)op), summary->insts[op]);
    return bad;
}

static bool add_notes(json_t *root, const trace_header *header)
{
    json_t *notes = json_array();
    bool bad = json_object_set_new_nocheck(root, "notes", notes) != 0;
    for (uint32_t i = 0; !bad && i < header->n_notes; i++) {
        json_t *note = json_object();
        bad = json_array_append_new(notes, note) != 0;
        bad = bad || add_text(note, "key", header->notes[i].key);
        bad = bad || add_text(note, "value", header->notes[i].value);
    }
    return bad;
}

static json_t *make_report(const char *path, const warp_trace *trace, const trace_summary *summary)
{
    json_t *root = json_object();
    bool bad = root == NULL;
    bad = bad || add_text(root, "file", path) || add_text(root, "hash", trace->hash);
    bad = bad || add_header(root, trace) || add_totals(root, trace, summary);
    bad = bad || add_reuse(root, summary) || add_mix(root, summary) || add_notes(root, &trace->header);
    if (!bad)
        return root;
    json_decref(root);
    return NULL;
}

/* ---- printing ---- */

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
        print_value(value, indent);
    }
}

int cli_trace_info(const char *path, const warp_trace *trace, bool as_json, poise_error *err)
{
    trace_summary summary;
    const int code = trace_summarize(trace, &summary, err);
    if (code != 0)
        return code;
    json_t *report = make_report(path, trace, &summary);
    if (report == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the report on %s", path);
    bool bad = false;
    if (as_json)
        bad = json_dumpf(report, stdout, JSON_INDENT(2)) != 0 || putchar('\n') == EOF;
    else
        print_text(report, 0);
    json_decref(report);
    return bad ? poise_fail(err, POISE_FAILED, "cannot write the report on %s", path) : 0;
}

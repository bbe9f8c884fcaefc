#include "cli/trace/report.h"

#include "trace/info/buffers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    bad |= add_count(root, "basic_blocks", header->n_basic_blocks);
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
    return bad | add_real(root, "passes_per_shared_access", summary->passes_per_shared_access);
}

static json_t *add_object(json_t *root, const char *key)
{
    json_t *object = json_object();
    return json_object_set_new_nocheck(root, key, object) == 0 ? object : NULL;
}

/* Counts by number: { "1": 12, "32": 500 }, without those that are 0. */
static bool add_histogram(json_t *root, const char *key, const uint64_t *counts, int n)
{
    json_t *histogram = add_object(root, key);
    bool bad = histogram == NULL;
    for (int i = 0; i < n && !bad; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        bad = counts[i] > 0 && add_count(histogram, name, counts[i]);
    }
    return bad;
}

static bool add_footprint(json_t *root, const trace_summary *summary)
{
    bool bad = add_count(root, "footprint_lines", summary->footprint_lines);
    bad |= add_count(root, "footprint_sectors", summary->footprint_sectors);
    for (int s = 0; s < TRACE_SPACE_COUNT && !bad; s++) {
        if (summary->footprint[s].lines == 0)
            continue;
        char key[32];
        snprintf(key, sizeof key, "footprint_%s", trace_space_name((trace_space)s));
        json_t *object = add_object(root, key);
        bad = object == NULL || add_count(object, "lines", summary->footprint[s].lines);
        bad = bad || add_count(object, "bytes", 32 * summary->footprint[s].sectors);
    }
    return bad;
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0;
}

static bool add_reuse(json_t *root, const trace_summary *summary)
{
    json_t *reuse = add_object(root, "global_load_lines");
    if (reuse == NULL)
        return true;
    bool bad = add_count(reuse, "all", summary->load_lines);
    bad |= add_count(reuse, "first_use", summary->load_cold);
    bad |= add_count(reuse, "reused_by_same_warp", summary->load_reuse_intra);
    bad |= add_count(reuse, "reused_by_other_warp", summary->load_reuse_inter);
    bad |= add_real(reuse, "lines_of_several_blocks_share", ratio(summary->shared_lines, summary->load_cold));
    return bad |
           add_real(reuse, "accesses_to_them_share", ratio(summary->shared_line_loads, summary->load_lines));
}

static bool add_mix(json_t *root, const trace_summary *summary)
{
    json_t *mix = add_object(root, "instruction_mix");
    bool bad = mix == NULL;
    for (int op = 0; !bad && op < TRACE_OP_COUNT; op++)
        if (summary->insts[op] > 0)
            bad = add_count(mix, trace_op_name((trace_op)op), summary->insts[op]);
    return bad;
}

/* ---- reuse by distance ---- */

/* "0", "1", "2-3", "4-7" ... */
static void name_bin(int bin, char *name, size_t size)
{
    const unsigned long low = bin == 0 ? 0 : 1ul << (bin - 1), high = bin == 0 ? 0 : (1ul << bin) - 1;
    if (low == high)
        snprintf(name, size, "%lu", low);
    else
        snprintf(name, size, "%lu-%lu", low, high);
}

static bool add_bins(json_t *root, const char *key, const double *bins)
{
    json_t *object = add_object(root, key);
    bool bad = object == NULL;
    for (int i = 0; i < TRACE_REUSE_BINS && !bad; i++) {
        char name[32];
        name_bin(i, name, sizeof name);
        bad = bins[i] > 0 && add_count(object, name, (uint64_t)(bins[i] + 0.5));
    }
    return bad;
}

static double sum(const double *bins)
{
    double total = 0;
    for (int i = 0; i < TRACE_REUSE_BINS; i++)
        total += bins[i];
    return total;
}

static bool add_distances(json_t *root, const char *key, const trace_reuse_histogram *histogram)
{
    const double intra = sum(histogram->intra), inter = sum(histogram->inter),
                 all = histogram->first + intra + inter;
    json_t *object = add_object(root, key);
    bool bad = object == NULL || add_real(object, "share_of_lines_followed", histogram->rate);
    bad = bad || add_real(object, "first_use_share", all > 0 ? histogram->first / all : 0);
    bad = bad || add_real(object, "intra_warp_share", all > 0 ? intra / all : 0);
    bad = bad || add_real(object, "inter_warp_share", all > 0 ? inter / all : 0);
    bad = bad || add_bins(object, "intra_warp", histogram->intra);
    return bad || add_bins(object, "inter_warp", histogram->inter);
}

/* ---- the loads that touch most ---- */

enum { N_HEAVIEST = 10 };

static bool is_load(const trace_inst *inst)
{
    return inst->op == TRACE_OP_LOAD_GLOBAL || inst->op == TRACE_OP_LOAD_CONST ||
           inst->op == TRACE_OP_LOAD_PRIVATE;
}

/* Numbers of the heaviest loads in falling order; returns how many. */
static uint32_t find_heaviest(const trace_header *header, const trace_summary *summary, uint32_t *heaviest)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < header->n_inst; i++) {
        if (!is_load(&header->inst[i]) || summary->inst[i].lines == 0)
            continue;
        uint32_t at = n < N_HEAVIEST ? n++ : n;
        for (; at > 0 && summary->inst[heaviest[at - 1]].lines < summary->inst[i].lines; at--)
            if (at < N_HEAVIEST)
                heaviest[at] = heaviest[at - 1];
        if (at < N_HEAVIEST)
            heaviest[at] = i;
    }
    return n;
}

static bool add_heaviest(json_t *root, const trace_header *header, const trace_summary *summary)
{
    uint32_t heaviest[N_HEAVIEST];
    const uint32_t n = find_heaviest(header, summary, heaviest);
    json_t *list = json_array();
    bool bad = json_object_set_new_nocheck(root, "heaviest_loads", list) != 0;
    for (uint32_t i = 0; i < n && !bad; i++) {
        const trace_inst *inst = &header->inst[heaviest[i]];
        const trace_inst_count *count = &summary->inst[heaviest[i]];
        json_t *load = json_object();
        bad = json_array_append_new(list, load) != 0 || add_count(load, "instruction", heaviest[i]);
        bad = bad || add_text(load, "class", trace_op_name((trace_op)inst->op));
        bad = bad || add_count(load, "source_line", inst->source_line);
        bad =
            bad || add_count(load, "executions", count->executions) || add_count(load, "lines", count->lines);
        bad = bad || add_real(load, "lines_each", (double)count->lines / (double)count->executions);
        bad = bad || add_real(load, "active_lanes", (double)count->threads / (double)count->executions);
    }
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

/* Whether the trace has what the requests of atomics of global memory follow from. */
static bool add_depths(json_t *root, const trace_header *header, const trace_summary *summary)
{
    if (summary->insts[TRACE_OP_ATOMIC_GLOBAL] == 0)
        return false;
    return add_text(root, "atomic_depths",
                    header->has_depths ? "recorded" : "missing, simulations guess them");
}

/* What the program did with buffers before the launch; nothing when the trace does not say. */
static bool add_buffers(json_t *root, const trace_header *header)
{
    static const char *const keys[TRACE_EVENT_KINDS][2] = {
        [TRACE_EVENT_CREATE] = {"created", "created_bytes"},
        [TRACE_EVENT_RELEASE] = {"released", "released_bytes"},
        [TRACE_EVENT_WRITE] = {"writes", "written_bytes"},
        [TRACE_EVENT_READ] = {"reads", "read_bytes"},
        [TRACE_EVENT_COPY] = {"copies", "copied_bytes"},
        [TRACE_EVENT_FILL] = {"fills", "filled_bytes"},
    };
    if (header->n_events == 0)
        return false;
    const trace_buffer_sums sums = trace_sum_buffers(header);
    json_t *object = add_object(root, "buffers");
    bool bad = object == NULL;
    for (int kind = 0; kind < TRACE_EVENT_KINDS && !bad; kind++)
        bad = add_count(object, keys[kind][0], sums.events[kind]) ||
              add_count(object, keys[kind][1], sums.bytes[kind]);
    return bad || add_count(object, "peak_growth_bytes", sums.peak_growth);
}

json_t *cli_trace_report(const char *path, const warp_trace *trace, const trace_summary *summary)
{
    json_t *root = json_object();
    bool bad = root == NULL;
    bad = bad || add_text(root, "file", path) || add_text(root, "hash", trace->hash);
    bad = bad || add_header(root, trace) || add_totals(root, trace, summary);
    bad = bad || add_mix(root, summary);
    bad = bad ||
          add_histogram(root, "instructions_by_active_lanes", summary->active_lanes, TRACE_WARP_SIZE + 1);
    bad =
        bad || add_histogram(root, "global_accesses_by_lines", summary->lines_of_access, TRACE_MAX_LINES + 1);
    bad = bad || add_depths(root, &trace->header, summary);
    bad = bad || add_footprint(root, summary) || add_reuse(root, summary);
    bad = bad || add_distances(root, "reuse_each_warp_alone", &summary->reuse.alone);
    bad = bad || add_distances(root, "reuse_round_robin", &summary->reuse.round_robin);
    bad = bad || add_buffers(root, &trace->header);
    bad = bad || add_heaviest(root, &trace->header, summary) || add_notes(root, &trace->header);
    if (!bad)
        return root;
    json_decref(root);
    return NULL;
}

/* Cache strings to l1_..., l2_... and icache_... options. */
#include "sim/gpgpusim/cache_string.h"
#include "sim/gpgpusim/convert.h"

#include <stdarg.h>
#include <string.h>

/* A field of the string and the letters that we model. */
typedef struct letter_rule {
    char letter;
    const char *modelled;
    const char *what;
} letter_rule;

/* All that is not modelled in one sentence. A cache of more than MAX_WAYS ways becomes one of more sets and
 * as many lines, which is a part of that sentence too. */
enum { MAX_WAYS = 32, MOST_L1_WAYS = 1024 };
typedef struct reasons {
    char text[256];
    size_t length;
} reasons;

static void add_reason(reasons *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_reason(reasons *r, const char *format, ...)
{
    const size_t room = sizeof r->text - r->length;
    va_list args;
    va_start(args, format);
    const int added = vsnprintf(r->text + r->length, room, format, args);
    va_end(args);
    r->length += added < 0 ? 0 : (size_t)added < room ? (size_t)added : room - 1;
}

static void check_letters(reasons *r, const letter_rule *rules, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strchr(rules[i].modelled, rules[i].letter))
            add_reason(r, "%s%s %c (modelled: %s)", r->length ? ", " : "", rules[i].what, rules[i].letter,
                       rules[i].modelled);
}

static void check_shape(reasons *r, gpgpusim_cache *c, int64_t most_ways)
{
    if (c->line_bytes != 128)
        add_reason(r, "%slines of %lld bytes (modelled: 128)", r->length ? ", " : "",
                   (long long)c->line_bytes);
    if (c->ways <= most_ways)
        return;
    add_reason(r, "%s%lld ways", r->length ? ", " : "", (long long)c->ways);
    while (c->ways > most_ways && c->ways % 2 == 0) {
        c->ways /= 2;
        c->sets *= 2;
    }
    add_reason(r, " (instead: %lld sets of %lld)", (long long)c->sets, (long long)c->ways);
}

static void refuse_all(gpgpusim_reader *reader, const gpgpusim_option *option, const reasons *r)
{
    if (r->length)
        gpgpusim_refuse(reader, option, "%s", r->text);
}

typedef struct size_rule {
    const char *ours;
    int64_t value;
} size_rule;

static int set_sizes(gpgpusim_reader *reader, const gpgpusim_option *option, const size_rule *rules, size_t n,
                     poise_error *err)
{
    int code = 0;
    for (size_t i = 0; i < n && code == POISE_OK; i++)
        code = gpgpusim_set_whole(reader, option, rules[i].ours, rules[i].value, err);
    return code;
}

/* Our L1: lines or lines of sectors, allocated on a miss or at the fill, write-evict, or write-through with a
 * line for what is written (T with L). An MSHR that waits for the sectors of a line (S) is the same to us as
 * one that waits for the line (A). */
static int convert_l1(gpgpusim_reader *reader, const gpgpusim_option *option, gpgpusim_cache *c,
                      poise_error *err)
{
    /* A streaming cache (s) of adaptive size takes its lines at the miss in launches without shared memory
     * [GS shader_core_config::max_cta()]; where global memory goes past it makes no difference. */
    const bool is_private = gpgpusim_whole_value(reader, "-gpgpu_gmem_skip_L1D", "0") == 1,
               is_adaptive = gpgpusim_whole_value(reader, "-gpgpu_adaptive_cache_config", "0") == 1;
    const letter_rule letters[] = {
        {c->type, "NS", "cache type"},
        {c->replacement, "L", "replacement"},
        {c->write, "LET", "write policy"},
        {c->allocation, is_private || !is_adaptive ? "mfs" : "mf", "allocation"},
        {c->write_allocation, c->write == 'T' ? "L" : "N", "write allocation"},
        {c->index, "LH", "set index"},
        {c->mshr, "AS", "MSHR type"},
    };
    reasons r = {0};
    check_letters(&r, letters, sizeof letters / sizeof *letters);
    check_shape(&r, c, MOST_L1_WAYS);
    /* A bank behind a pipe takes a request a cycle, whatever its port [GS L1_latency_queue_cycle()]; fills of
     * sectors take a cycle with one of 32 bytes. */
    if (c->port_bytes != 0 && c->port_bytes != 128 && !(c->type == 'S' && c->port_bytes == 32))
        add_reason(&r, "%sa data port of %lld bytes (modelled: 128, 32 for sectors)", r.length ? ", " : "",
                   (long long)c->port_bytes);
    refuse_all(reader, option, &r);
    const size_rule sizes[] = {
        {"l1_sets", c->sets},   {"l1_ways", c->ways},   {"l1_sector_bytes", c->type == 'S' ? 32 : 128},
        {"l1_mshrs", c->mshrs}, {"l1_merge", c->merge}, {"l1_miss_queue", c->miss_queue},
    };
    int code = gpgpusim_set(reader, option, "l1_index", c->index == 'H' ? "hash" : "linear", err);
    code = code != POISE_OK
               ? code
               : gpgpusim_set(reader, option, "l1_write", c->write == 'T' ? "through" : "evict", err);
    code = code != POISE_OK
               ? code
               : gpgpusim_set(reader, option, "l1_allocate", c->allocation == 'm' ? "miss" : "fill", err);
    return code != POISE_OK ? code : set_sizes(reader, option, sizes, sizeof sizes / sizeof *sizes, err);
}

int gpgpusim_convert_skip_l1(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const long long skips = gpgpusim_whole(gpgpusim_setting_of(reader, option)->value);
    if (skips != 0 && skips != 1)
        return gpgpusim_wrong(reader, option, err, "is neither 0 nor 1");
    return gpgpusim_set(reader, option, "l1_global", skips ? "bypass" : "cached", err);
}

int gpgpusim_convert_coalescing(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const long long arch = gpgpusim_whole(gpgpusim_setting_of(reader, option)->value);
    /* Fermi and Kepler ask for sectors where they go past the L1. [GS memory_coalescing_arch()] */
    const bool sectors = arch >= 40 || gpgpusim_whole_value(reader, "-gpgpu_gmem_skip_L1D", "0") == 1;
    if (sectors && reader->config->l1_sector_bytes != 32) {
        gpgpusim_refuse(reader, option, "sectors need an L1 of sectors");
        return POISE_OK;
    }
    if (arch < 13) {
        gpgpusim_refuse(reader, option, "accesses are coalesced to lines of 128 bytes, or to sectors of 32");
        return POISE_OK;
    }
    int code = gpgpusim_set(reader, option, "coalesce_bytes", sectors ? "32" : "128", err);
    if (code == POISE_OK)
        code = gpgpusim_set(reader, option, "coalesce_narrow", sectors ? "0" : "1", err);
    return code == POISE_OK ? gpgpusim_set(reader, option, "coalesce_order", "descending", err) : code;
}

/* As many ways more as the L1 is larger when it has all of the memory. */
int gpgpusim_convert_adaptive(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    static const struct {
        const char *sizes, *name;
    } known[] = {{"0,8,16,32,64,96", "volta"}, {"32,64", "turing"}, {"0,8,16,32,64,100", "ampere"}};
    const sim_config *c = reader->config;
    if (gpgpusim_whole_value(reader, option->name, "1") == 0)
        return POISE_OK;
    const char *const sizes = gpgpusim_value(reader, "-gpgpu_shmem_option", "0");
    const long long unified = gpgpusim_whole_value(reader, "-gpgpu_unified_l1d_size", "0") * 1024,
                    before = (long long)c->l1_sets * c->l1_ways * 128;
    const char *name = NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        name = strcmp(sizes, known[i].sizes) == 0 ? known[i].name : name;
    if (name == NULL || unified <= 0 || unified % before != 0) {
        gpgpusim_refuse(reader, option, "the size of the L1 is fixed");
        return POISE_OK;
    }
    const long long ways = c->l1_ways * (unified / before);
    int code = gpgpusim_set(reader, option, "l1_shared_sizes", name, err);
    code = code != POISE_OK ? code : gpgpusim_set_whole(reader, option, "l1_unified_bytes", unified, err);
    return code != POISE_OK ? code : gpgpusim_set_whole(reader, option, "l1_ways", ways, err);
}

/* Our L2: write-back, write-allocate, lines or sectors of 32 bytes; GPGPU-Sim's fills have a port of their
 * own. The miss queue of the string has no counterpart: it is emptied by one request a cycle into the queue
 * to DRAM, which -gpgpu_dram_partition_queues sizes. */
static int convert_l2(gpgpusim_reader *reader, const gpgpusim_option *option, gpgpusim_cache *c,
                      poise_error *err)
{
    const letter_rule letters[] = {
        {c->type, "NS", "cache type"},
        {c->replacement, "L", "replacement"},
        {c->write, "B", "write policy"},
        {c->allocation, "m", "allocation"},
        {c->write_allocation, "WFL", "write allocation"},
        {c->index, "LP", "set index"},
        {c->mshr, "AS", "MSHR type"},
    };
    reasons r = {0};
    check_letters(&r, letters, sizeof letters / sizeof *letters);
    check_shape(&r, c, MAX_WAYS);
    refuse_all(reader, option, &r);
    const size_rule sizes[] = {
        {"l2_sets", c->sets},
        {"l2_ways", c->ways},
        {"l2_sector_bytes", c->type == 'S' ? 32 : 128},
        {"l2_mshrs", c->mshrs},
        {"l2_merge", c->merge},
        {"l2_port_bytes", c->port_bytes ? c->port_bytes : 128},
    };
    int code =
        gpgpusim_set(reader, option, "l2_write_alloc", c->write_allocation == 'L' ? "lazy" : "fetch", err);
    if (code == POISE_OK && c->write_allocation == 'L' && c->type == 'S')
        code = gpgpusim_set(reader, option, "l2_written", "bytes", err);
    code = code != POISE_OK ? code : gpgpusim_set(reader, option, "l2_fill_port", "separate", err);
    code = code != POISE_OK
               ? code
               : gpgpusim_set(reader, option, "l2_index", c->index == 'P' ? "ipoly" : "linear", err);
    return code != POISE_OK ? code : set_sizes(reader, option, sizes, sizeof sizes / sizeof *sizes, err);
}

/* Our instruction cache: read-only, LRU, filled when lines arrive. How many warps wait for a line is not
 * limited. */
static int convert_icache(gpgpusim_reader *reader, const gpgpusim_option *option, gpgpusim_cache *c,
                          poise_error *err)
{
    const letter_rule letters[] = {
        {c->type, "N", "cache type"},
        {c->replacement, "L", "replacement"},
        {c->write, "R", "write policy"},
        {c->allocation, "f", "allocation"},
        {c->write_allocation, "N", "write allocation"},
        {c->index, "L", "set index"},
        {c->mshr, "AS", "MSHR type"},
    };
    reasons r = {0};
    check_letters(&r, letters, sizeof letters / sizeof *letters);
    check_shape(&r, c, MAX_WAYS);
    refuse_all(reader, option, &r);
    const size_rule sizes[] = {
        {"icache_sets", c->sets},
        {"icache_ways", c->ways},
        {"icache_mshrs", c->mshrs},
        {"icache_merge", c->merge},
    };
    int code = gpgpusim_set(reader, option, "fetch_order", "asked", err);
    if (code == POISE_OK)
        code = gpgpusim_set(reader, option, "block_interval", "1", err);
    return code != POISE_OK ? code : set_sizes(reader, option, sizes, sizeof sizes / sizeof *sizes, err);
}

/* What a cache string is turned into. */
typedef int convert_fields(gpgpusim_reader *reader, const gpgpusim_option *option, gpgpusim_cache *cache,
                           poise_error *err);

static int convert_string(gpgpusim_reader *reader, const gpgpusim_option *option, convert_fields *convert,
                          poise_error *err)
{
    const char *value = gpgpusim_setting_of(reader, option)->value;
    gpgpusim_cache cache;
    if (strcmp(value, "none") == 0) {
        gpgpusim_refuse(reader, option, "there is always such a cache");
        return POISE_OK;
    }
    if (!gpgpusim_cache_parse(value, &cache))
        return gpgpusim_wrong(reader, option, err,
                              "is not of the form TYPE:SETS:LINE:WAYS,REPLACEMENT:WRITE:ALLOCATION:"
                              "WRITE_ALLOCATION:INDEX,MSHR:ENTRIES:MERGE,MISS_QUEUE[:FIFO][,PORT]");
    return convert(reader, option, &cache, err);
}

int gpgpusim_convert_l1(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    return convert_string(reader, option, convert_l1, err);
}

int gpgpusim_convert_l2(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    return convert_string(reader, option, convert_l2, err);
}

int gpgpusim_convert_icache(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    return convert_string(reader, option, convert_icache, err);
}

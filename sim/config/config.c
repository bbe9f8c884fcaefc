#include "sim/config/config.h"

#include "common/option_value.h"
#include "common/text.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const poise_option options[] = {
#define CONFIG_NUMBER(member, number_type, default_value, lo, hi, text) \
    {.name = #member,                                                   \
     .type = number_type,                                               \
     .offset = offsetof(sim_config, member),                            \
     .default_text = #default_value,                                    \
     .min = lo,                                                         \
     .max = hi,                                                         \
     .help = text},
#define CONFIG_INT(member, ...)  CONFIG_NUMBER(member, POISE_OPT_UINT32, __VA_ARGS__)
#define CONFIG_LONG(member, ...) CONFIG_NUMBER(member, POISE_OPT_INT, __VA_ARGS__)
#define CONFIG_REAL(member, ...) CONFIG_NUMBER(member, POISE_OPT_REAL, __VA_ARGS__)
#define CONFIG_CHOICE(member, default_value, list, text) \
    {.name = #member,                                    \
     .type = POISE_OPT_CHOICE,                           \
     .offset = offsetof(sim_config, member),             \
     .default_text = default_value,                      \
     .choices = list,                                    \
     .min = 1,                                           \
     .max = 0,                                           \
     .help = text},
#include "sim/config/config.def"
};

enum { N_OPTIONS = SIM_CONFIG_OPTIONS };

const poise_option *sim_config_options(size_t *n)
{
    *n = N_OPTIONS;
    return options;
}

const poise_option *sim_config_option(const char *name)
{
    return option_find(options, N_OPTIONS, name, strlen(name));
}

int sim_config_set(sim_config *config, const char *assignment, poise_error *err)
{
    char copy[256], *key, *value;
    if (snprintf(copy, sizeof copy, "%s", assignment) >= (int)sizeof copy)
        return poise_fail(err, POISE_USAGE, "machine option '%.40s...' is too long", assignment);
    if (!poise_split_pair(copy, &key, &value))
        return poise_fail(err, POISE_USAGE, "'%s' is not of the form key=value", assignment);
    return poise_options_set(options, N_OPTIONS, config, "machine option", key, value, err);
}

uint32_t sim_dram_cycles(const sim_config *config, uint32_t time)
{
    const double a_little = 1e-6; /* what is exact in decimal may not be so in binary */
    return config->t_unit ? (uint32_t)ceil(time * config->dram_mhz / 1000 - a_little) : time;
}

/* Whether what lies between two refreshes is enough for a row to be opened and its column to go, whatever
 * went before: all times after each other are more than that. */
static bool refresh_leaves_time(const sim_config *c)
{
    const uint32_t others[] = {c->t_rfc, c->t_rcd, c->t_ras,  c->t_rp,  c->t_rc,   c->t_cl,    c->t_wl,
                               c->t_wr,  c->t_rrd, c->t_rrdl, c->t_faw, c->t_cdlr, c->t_cdlrl, c->t_rtpl};
    uint32_t sum = c->t_ccd + c->t_ccdl + c->t_ccdl_write;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        sum += sim_dram_cycles(c, others[i]);
    return !c->t_refi || sim_dram_cycles(c, c->t_refi) >= sum;
}

typedef struct requirement {
    int met;
    const char *text;
} requirement;

static bool is_power_of_two(uint32_t n)
{
    return n && (n & (n - 1)) == 0;
}

/* Whether every sub-core gets as many of `n`. */
static bool is_shared_out(uint32_t n, const sim_config *c)
{
    return n && n % c->schedulers == 0;
}

/* Values that a hashed index may have: 2^INDEX_HASH_MOST_BITS. */
static const uint32_t most_hashed = 1024;

int sim_config_check(const sim_config *c, poise_error *err)
{
    const requirement all[] = {
        {c->l2_banks % c->channels == 0, "l2_banks must be a multiple of channels"},
        {c->page_copies == PAGE_COPIES_TIME || c->memory == MEMORY_REAL,
         "page_copies = traffic needs memory = real"},
        {c->host_copies == HOST_COPIES_LINK || c->memory == MEMORY_REAL,
         "host_copies = traffic needs memory = real"},
        {c->memory_parts <= c->channels, "memory_parts may not exceed channels"},
        {c->dram_banks % 2 == 0, "dram_banks must be even"},
        {c->dram_bank_index == BANK_INDEX_PLAIN || is_power_of_two(c->dram_banks),
         "dram_bank_index = xor needs dram_banks that are a power of two"},
        {(c->dram_interleave_bytes & (c->dram_interleave_bytes - 1)) == 0,
         "dram_interleave_bytes must be a power of two"},
        {!c->l2_interleave_bytes ||
             (is_power_of_two(c->l2_interleave_bytes) && c->l2_interleave_bytes >= 128 &&
              c->l2_interleave_bytes <= c->dram_interleave_bytes),
         "l2_interleave_bytes must be 0 or a power of two from 128 to dram_interleave_bytes"},
        {!c->l2_index || (is_power_of_two(c->l2_sets) && c->l2_sets <= most_hashed),
         "l2_index = ipoly needs a power of two up to 1024 as l2_sets"},
        {!c->partition_index || c->channel_interleave == INTERLEAVE_PIECES,
         "a hashed partition_index needs channel_interleave = pieces"},
        {c->dram_first != FIRST_SCAN || (c->dram_command_cycles == 1 && c->dram_service == SERVICE_BANK),
         "dram_first = scan needs dram_command_cycles = 1 and dram_service = bank"},
        {c->dram_precharge != PRECHARGE_GROUP || c->dram_service == SERVICE_BANK,
         "dram_precharge = group needs dram_service = bank"},
        {!c->dram_dual_bus || (c->dram_command_cycles == 1 && c->dram_service == SERVICE_BANK),
         "dram_dual_bus needs dram_command_cycles = 1 and dram_service = bank"},
        {128 % c->dram_burst_bytes == 0, "dram_burst_bytes must divide the line of 128 bytes"},
        {c->icnt_mhz <= c->core_mhz && c->l2_mhz <= c->core_mhz,
         "the crossbar and L2 clocks may not exceed the core clock"},
        {c->l2_miss_queue >= 2, "l2_miss_queue must hold a write-back and a fetch"},
        {!c->l1_index || c->l1_sets == 32 || c->l1_sets == 64, "the hashed L1 index needs 32 or 64 sets"},
        {c->warps >= c->schedulers, "there must be a warp for every scheduler"},
        {is_power_of_two(c->register_banks), "register_banks must be a power of two"},
        {is_power_of_two(c->register_ports), "register_ports must be a power of two"},
        {c->operand_collector || (c->register_ports == 1 && !c->common_collectors),
         "register_ports and common_collectors need operand_collector = 1"},
        {!c->sub_cores || is_power_of_two(c->schedulers), "sub_cores = 1 needs 1, 2 or 4 schedulers"},
        {!c->sub_cores || !c->operand_collector ||
             (is_shared_out(c->register_banks, c) && is_shared_out(c->common_collectors, c)),
         "sub_cores = 1 needs register_banks and common_collectors that are multiples of schedulers, or "
         "operand_collector = 0"},
        {!c->sub_cores || (is_shared_out(c->sp_units, c) && is_shared_out(c->sfu_units, c) &&
                           (!c->int_units || is_shared_out(c->int_units, c)) &&
                           (!c->dp_units || is_shared_out(c->dp_units, c)) &&
                           (!c->branch_units || is_shared_out(c->branch_units, c)) &&
                           (!c->texture_units || is_shared_out(c->texture_units, c)) &&
                           (!c->tensor_units || is_shared_out(c->tensor_units, c)) &&
                           (!c->uniform_units || is_shared_out(c->uniform_units, c))),
         "sub_cores = 1 needs as many units of a kind as schedulers, or none"},
        {c->memory != MEMORY_INFINITE ||
             c->l2_latency >= 2 * (c->icnt_latency * c->core_mhz / c->icnt_mhz + 1),
         "memory = infinite needs an l2_latency of at least two traversals of the crossbar"},
        {c->l1_unified_bytes == 0 || (c->l1_unified_bytes >= (uint64_t)c->l1_sets * c->l1_ways * 128 &&
                                      c->l1_unified_bytes % (c->l1_sets * 128) == 0),
         "l1_unified_bytes must be whole ways of the L1, l1_sets * 128 bytes, and at least as many as it "
         "has"},
        {is_power_of_two(c->l1_banks), "l1_banks must be a power of two"},
        {is_power_of_two(c->l1_bank_bytes), "l1_bank_bytes must be a power of two"},
        {c->coalesce_bytes == 128 || (c->coalesce_bytes == 32 && c->l1_sector_bytes == 32),
         "coalesce_bytes must be 128, or 32 with l1_sector_bytes = 32"},
        {!c->l1_global || c->ccn == CCN_OFF, "l1_global = bypass leaves nothing for a ccn"},
        {c->l1_sector_bytes == 32 || c->l1_sector_bytes == 128, "l1_sector_bytes must be 32 or 128"},
        {c->l2_written == L2_WRITTEN_SECTORS || c->l2_sector_bytes == 32,
         "l2_written = bytes needs l2_sector_bytes = 32"},
        {is_power_of_two(c->l2_fetch_bytes), "l2_fetch_bytes must be 32, 64 or 128"},
        {c->l2_sector_bytes == 32 || c->l2_sector_bytes == 128, "l2_sector_bytes must be 32 or 128"},
        {refresh_leaves_time(c), "t_refi must be at least all other t_ options together"},
        {c->ccn_sample <= c->ccn_epoch, "ccn_sample may not exceed ccn_epoch"},
        {c->l1_mshrs * c->l1_merge + c->lsu_queue + c->l1_latency < 60000,
         "l1_mshrs * l1_merge is too large"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!all[i].met)
            return poise_fail(err, POISE_USAGE, "machine: %s", all[i].text);
    return POISE_OK;
}

/* Options that came after profiles which are in use, by name or by how their names begin. */
static const char *const late_options[] = {"icnt_out_buffer",
                                           "icnt_port_sms",
                                           "icnt_input_grants",
                                           "icnt_first",
                                           "dram_bank_index",
                                           "l2_write",
                                           "l2_written",
                                           "cpu_",
                                           "tlb_",
                                           "link_",
                                           "host_",
                                           "ccn",
                                           "ccn_",
                                           "t_unit",
                                           "t_rcd_write",
                                           "t_rrdl",
                                           "t_faw",
                                           "t_cdlrl",
                                           "t_ccdl_write",
                                           "t_refi",
                                           "t_rfc",
                                           "t_rtw",
                                           "t_ppd",
                                           "dram_entry",
                                           "dram_first",
                                           "dram_precharge",
                                           "dram_command_cycles",
                                           "dram_row",
                                           "dram_service",
                                           "mix_cycles",
                                           "memory_parts",
                                           "channel_interleave",
                                           "page_copies",
                                           "launch_latency",
                                           "block_launch_latency",
                                           "fetch_warps",
                                           "fetch_order",
                                           "block_interval",
                                           "icache_merge",
                                           "issue_width",
                                           "issue_different",
                                           "sub_cores",
                                           "register_ports",
                                           "common_collectors",
                                           "int_units",
                                           "branch_units",
                                           "texture_",
                                           "tensor_",
                                           "uniform_",
                                           "int_interval",
                                           "branch_latency",
                                           "branch_interval",
                                           "fp_interval",
                                           "l1_unified_bytes",
                                           "l2_fetch_bytes",
                                           "block_shared_bytes",
                                           "l1_shared_sizes",
                                           "l2_index",
                                           "dram_dual_bus",
                                           "coalesce_",
                                           "l1_write",
                                           "l1_allocate",
                                           "l1_global",
                                           "l1_written_percent",
                                           "l1_banks",
                                           "l1_bank_bytes",
                                           "l2_interleave_bytes",
                                           "partition_index",
                                           "partition_seed"};

static bool is_late(const char *name)
{
    for (size_t i = 0; i < sizeof late_options / sizeof *late_options; i++) {
        const size_t length = strlen(late_options[i]);
        if (late_options[i][length - 1] == '_' ? strncmp(name, late_options[i], length) == 0
                                               : strcmp(name, late_options[i]) == 0)
            return true;
    }
    return false;
}

enum { CONFIG_LINE = 128 /* bytes of a line "key = value" */ };

/* Zeroed: no padding is left undefined. */
static struct {
    sim_config config;
    char line[N_OPTIONS][CONFIG_LINE];
    bool is_late[N_OPTIONS];
} standard;

static void read_defaults(void)
{
    /* The defaults of config.def are inside their ranges: a test checks it. */
    (void)poise_options_defaults(options, N_OPTIONS, &standard.config, NULL);
    for (size_t i = 0; i < N_OPTIONS; i++) {
        (void)poise_option_format(&options[i], &standard.config, standard.line[i], CONFIG_LINE);
        standard.is_late[i] = is_late(options[i].name);
    }
}

/* Their texts are read once: whoever prints a configuration compares it with them. */
static void know_defaults(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_defaults);
}

void sim_config_default(sim_config *config)
{
    know_defaults();
    memcpy(config, &standard.config, sizeof *config);
}

/* Whether an option of this line is written: late ones only where they are not what they are by default, so
 * that the hash of a machine without them is what it was. */
static bool is_written(size_t option, const char *line)
{
    return !standard.is_late[option] || strcmp(line, standard.line[option]) != 0;
}

void sim_config_print(const sim_config *config, FILE *out)
{
    know_defaults();
    for (size_t i = 0; i < N_OPTIONS; i++) {
        char line[CONFIG_LINE];
        if (!poise_option_format(&options[i], config, line, sizeof line) && is_written(i, line))
            fprintf(out, "%s\n", line);
    }
}

int sim_config_text(const sim_config *config, char **text, poise_error *err)
{
    size_t size;
    FILE *memory = open_memstream(text, &size);
    if (!memory)
        return poise_fail_errno(err, POISE_FAILED, "cannot write the machine description");
    sim_config_print(config, memory);
    if (fclose(memory))
        return poise_fail_errno(err, POISE_FAILED, "cannot write the machine description");
    return POISE_OK;
}

int sim_config_hash(const sim_config *config, char out[POISE_HASH_TEXT], poise_error *err)
{
    char *text;
    int code = sim_config_text(config, &text, err);
    if (code != POISE_OK)
        return code;
    poise_hash_bytes(text, strlen(text), out);
    free(text);
    return POISE_OK;
}

/* The value of the option in a line "key = value", NULL when that has another key. */
static const char *value_of(const char *line, const char *name)
{
    const size_t length = strlen(name);
    bool has_it = strncmp(line, name, length) == 0 && strncmp(line + length, " = ", 3) == 0;
    return has_it ? line + length + 3 : NULL;
}

/* The same in several lines; its length goes to *length. */
static const char *value_in(const char *text, const char *name, size_t *length)
{
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        const char *value = value_of(line, name);
        if (!value)
            continue;
        *length = strcspn(value, "\n");
        return value;
    }
    return NULL;
}

/* Appends one difference; false when there is no room for it. */
static bool add_difference(char out[SIM_DIFFERENCE_TEXT], const char *name, const char *there, size_t length,
                           const char *here)
{
    enum { SHOWN = 24 }; /* bytes of a value of a file */
    char one[SIM_DIFFERENCE_TEXT];
    size_t used = strlen(out);
    int n = there
                ? snprintf(one, sizeof one, "%s%s is %.*s there, %s here", used ? "; " : "", name,
                           (int)(length < SHOWN ? length : SHOWN), there, here)
                : snprintf(one, sizeof one, "%s%s is not known there, %s here", used ? "; " : "", name, here);
    if (n < 0 || used + (size_t)n >= SIM_DIFFERENCE_TEXT)
        return false;
    memcpy(out + used, one, (size_t)n + 1);
    return true;
}

void sim_config_difference(const char *there, const sim_config *here, char out[SIM_DIFFERENCE_TEXT])
{
    bool has_room = true;
    out[0] = '\0';
    know_defaults();
    for (size_t i = 0; i < N_OPTIONS && has_room; i++) {
        char line[CONFIG_LINE];
        size_t length_here = 0, length_there = 0;
        if (poise_option_format(&options[i], here, line, sizeof line))
            continue;
        const char *value_here = value_in(line, options[i].name, &length_here);
        const char *value_there = value_in(there, options[i].name, &length_there);
        if (!value_there && !is_written(i, line))
            continue;
        bool is_same = value_here && value_there && length_here == length_there &&
                       memcmp(value_here, value_there, length_here) == 0;
        if (value_here && !is_same)
            has_room = add_difference(out, options[i].name, value_there, length_there, value_here);
    }
}

/* Of a line "key = value" whether we know the key. */
static bool is_known(const char *line)
{
    for (size_t i = 0; i < N_OPTIONS; i++)
        if (value_of(line, options[i].name))
            return true;
    return false;
}

bool sim_config_is_same(const char *there, const sim_config *here)
{
    char difference[SIM_DIFFERENCE_TEXT];
    sim_config_difference(there, here, difference);
    if (difference[0])
        return false;
    for (const char *line = there; *line; line += *line == '\n') {
        if (!is_known(line))
            return false;
        line += strcspn(line, "\n");
    }
    return true;
}

/* Machine description: every option once, in config.def. */
#ifndef POISE_SIM_CONFIG_CONFIG_H
#define POISE_SIM_CONFIG_CONFIG_H

#include "common/error.h"
#include "common/hash.h"
#include "common/options.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct sim_config {
#define CONFIG_INT(member, default_value, min, max, help)   uint32_t member;
#define CONFIG_LONG(member, default_value, min, max, help)  uint64_t member;
#define CONFIG_REAL(member, default_value, min, max, help)  double member;
#define CONFIG_CHOICE(member, default_value, choices, help) int member;
#include "sim/config/config.def"
#undef CONFIG_INT
#undef CONFIG_LONG
#undef CONFIG_REAL
#undef CONFIG_CHOICE
} sim_config;

/* The choices of `memory`. */
enum { MEMORY_REAL, MEMORY_FIXED, MEMORY_INFINITE, MEMORY_IDEAL_DRAM, MEMORY_PERFECT };
/* The choices of `dram_first`. */
enum { FIRST_TURN, FIRST_OLDEST, FIRST_SCAN };
enum { PRECHARGE_BANK, PRECHARGE_GROUP };
enum { L2_WRITTEN_SECTORS, L2_WRITTEN_BYTES };
enum { FETCH_ORDER_NUMBER, FETCH_ORDER_ASKED };
enum { COALESCE_ORDER_LANES, COALESCE_ORDER_DESCENDING };
/* The choices of `dram_entry`. */
enum { DRAM_ENTRY_HELD, DRAM_ENTRY_ROOM };
/* The choices of `dram_row`. */
enum { ROW_OPEN, ROW_CLOSED };
/* The choices of `dram_service`. */
enum { SERVICE_BANK, SERVICE_QUEUE };
/* The choices of `channel_interleave`. */
enum { INTERLEAVE_PIECES, INTERLEAVE_FRAMES };
enum { L1_GLOBAL_CACHED, L1_GLOBAL_BYPASS };
enum { L1_WRITE_EVICT, L1_WRITE_THROUGH };
enum { L1_ALLOCATE_MISS, L1_ALLOCATE_FILL };
enum { L2_INDEX_LINEAR, L2_INDEX_IPOLY };
enum { PARTITION_LINEAR, PARTITION_IPOLY, PARTITION_RANDOM };
enum { INPUT_GRANTS_ONE, INPUT_GRANTS_MANY };
enum { BANK_INDEX_PLAIN, BANK_INDEX_XOR };
/* The choices of `page_copies`. */
enum { PAGE_COPIES_TIME, PAGE_COPIES_TRAFFIC };
/* The choices of `host_copies`. */
enum { HOST_COPIES_LINK, HOST_COPIES_TRAFFIC };
/* The choices of `t_unit`. */
enum { T_UNIT_CYCLES, T_UNIT_NS };
/* The choices of `ccn` (sim/ccn/ccn.h). */
enum { CCN_OFF, CCN_WATCH, CCN_RING, CCN_ORACLE };

/* How many options there are. */
enum {
    SIM_CONFIG_OPTIONS = 0
#define CONFIG_INT(member, ...)    +1
#define CONFIG_LONG(member, ...)   +1
#define CONFIG_REAL(member, ...)   +1
#define CONFIG_CHOICE(member, ...) +1
#include "sim/config/config.def"
#undef CONFIG_INT
#undef CONFIG_LONG
#undef CONFIG_REAL
#undef CONFIG_CHOICE
};

/* The largest value of each whole number: SIM_MOST_sms and so on. */
enum {
#define CONFIG_INT(member, default_value, min, max, help) SIM_MOST_##member = (max),
#define CONFIG_LONG(member, ...)
#define CONFIG_REAL(member, ...)
#define CONFIG_CHOICE(member, ...)
#include "sim/config/config.def"
#undef CONFIG_INT
#undef CONFIG_LONG
#undef CONFIG_REAL
#undef CONFIG_CHOICE
};
/* CPU cores beside the SMs, at most: our choice. */
enum { SIM_MOST_CPUS = 64 };

/* The table behind the options, and one of them by name (NULL when there is none). */
const poise_option *sim_config_options(size_t *n);
const poise_option *sim_config_option(const char *name);

/* Defaults = the thesis machine [T5.1]. */
void sim_config_default(sim_config *config);

/* Starts from the defaults and applies the machines in `name`, a comma-separated list of presets
 * ("thesis-ch5", "demo-8sm") and files. Warnings are dropped; sim_config_read (sim/config/notes.h) keeps them
 * and says more. */
int sim_config_load(sim_config *config, const char *name, poise_error *err);

/* One "key=value" from the command line. */
int sim_config_set(sim_config *config, const char *assignment, poise_error *err);

/* Checks that the values fit together; called by sim_create as well. */
int sim_config_check(const sim_config *config, poise_error *err);

/* Writes all "key = value" lines in table order, but those that profiles in use do not know yet where they
 * are what they are by default (icnt_out_buffer, l2_write, cpu_*, tlb_*, link_*, ccn*, DRAM timing from
 * t_rrdl on); the hash is over exactly this text. */
void sim_config_print(const sim_config *config, FILE *out);
int sim_config_text(const sim_config *config, char **text, poise_error *err); /* malloc'ed, caller frees */
int sim_config_hash(const sim_config *config, char out[POISE_HASH_TEXT], poise_error *err);

/* In which options a machine that was recorded as text, such as that of a profile, is another one, for a
 * message: "l1_sets is 64 there, 32 here; l1_sector_bytes is not known there, 128 here". Of many only the
 * first few; "" when all that we know agree. `out` is always terminated. */
enum { SIM_DIFFERENCE_TEXT = 256 };
void sim_config_difference(const char *there, const sim_config *here, char out[SIM_DIFFERENCE_TEXT]);
/* Whether it is the same machine: all options of either agree, whichever of them are written down. */
bool sim_config_is_same(const char *there, const sim_config *here);

/* Command cycles of a t_ option that is not the length of a burst. */
uint32_t sim_dram_cycles(const sim_config *config, uint32_t time);

/* How many of `warps` of an SM its first scheduler has, which has the most when they do not divide evenly. */
static inline uint32_t sim_warps_of_scheduler(const sim_config *config, uint64_t warps)
{
    return (uint32_t)((warps + config->schedulers - 1) / config->schedulers);
}

#endif

/* DRAM: bytes of a burst, and timing. */
#include "sim/gpgpusim/convert.h"

#include <string.h>

/* A column access moves burst length x bus width x chips bytes. */
int gpgpusim_convert_burst(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const long long width = gpgpusim_whole_value(reader, "-gpgpu_dram_buswidth", "4"),
                    chips = gpgpusim_whole_value(reader, "-gpgpu_n_mem_per_ctrlr", "1"),
                    length = gpgpusim_whole_value(reader, "-gpgpu_dram_burst_length", "4"),
                    ratio = gpgpusim_whole_value(reader, "-dram_data_command_freq_ratio", "2");
    if (width < 1 || chips < 1 || length < 1 || ratio < 1 || width > 4096 || chips > 4096 || length > 4096)
        return gpgpusim_wrong(reader, option, err, "does not make a DRAM burst");
    if (strcmp(option->name, "-dram_data_command_freq_ratio") == 0) {
        if (length / ratio != reader->config->t_ccd)
            gpgpusim_refuse(reader, option, "a burst takes CCD = %u command cycles", reader->config->t_ccd);
        return POISE_OK;
    }
    return gpgpusim_set_whole(reader, option, "dram_burst_bytes", width * chips * length, err);
}

/* In the order of the form without names; without `missing` a parameter must be there. */
static const struct {
    const char *name, *ours, *missing;
} timing[] = {
    {"nbk", "dram_banks", NULL}, {"CCD", "t_ccd", NULL},  {"RRD", "t_rrd", NULL},
    {"RCD", "t_rcd", NULL},      {"RAS", "t_ras", NULL},  {"RP", "t_rp", NULL},
    {"RC", "t_rc", NULL},        {"CL", "t_cl", NULL},    {"WL", "t_wl", NULL},
    {"CDLR", "t_cdlr", NULL},    {"WR", "t_wr", NULL},    {"nbkgrp", "dram_bank_groups", "1"},
    {"CCDL", "t_ccdl", "0"},     {"RTPL", "t_rtpl", "0"},
};
enum { N_TIMING = sizeof timing / sizeof *timing };

typedef struct timing_values {
    char text[N_TIMING][16]; /* "" = not given */
} timing_values;

static int name_index(const char *name, size_t length)
{
    for (int i = 0; i < N_TIMING; i++)
        if (strlen(timing[i].name) == length && strncmp(timing[i].name, name, length) == 0)
            return i;
    return -1;
}

/* Words are separated by `: = ;` and blanks; with names every second word is a value. NULL or what is wrong.
 */
static const char *split_timing(const char *value, timing_values *values)
{
    static const char separators[] = ":=; ";
    const bool named = strchr(value, '=') != NULL;
    int index = -1;
    bool is_name = named;
    for (const char *at = value + strspn(value, separators); *at; at += strspn(at, separators)) {
        const size_t length = strcspn(at, separators);
        index = is_name ? name_index(at, length) : named ? index : index + 1;
        if (index < 0)
            return "names an unknown timing parameter";
        if (index >= N_TIMING)
            return "has too many timing parameters";
        if (!is_name && length >= sizeof values->text[index])
            return "holds a number that is too long";
        if (!is_name)
            snprintf(values->text[index], sizeof values->text[index], "%.*s", (int)length, at);
        is_name = named && !is_name;
        at += length;
    }
    return named && !is_name ? "ends behind the name of a timing parameter" : NULL;
}

static int lacks(const gpgpusim_reader *reader, const gpgpusim_option *option, const char *name,
                 poise_error *err)
{
    char reason[48];
    snprintf(reason, sizeof reason, "lacks the timing parameter %s", name);
    return gpgpusim_wrong(reader, option, err, reason);
}

/* What no option tells: how GPGPU-Sim's channel takes requests and goes through its banks, what else a read
 * holds up, and how much earlier than a read a write may follow an activate (memory_config::init()). */
static int set_rules(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const long long of_writes = (long long)reader->config->t_rcd - reader->config->t_wl - 1;
    int code = gpgpusim_set(reader, option, "dram_first", "scan", err);
    code = code != POISE_OK ? code : gpgpusim_set(reader, option, "dram_precharge", "group", err);
    code = code != POISE_OK ? code : gpgpusim_set(reader, option, "dram_entry", "room", err);
    return code != POISE_OK || of_writes <= 0
               ? code
               : gpgpusim_set_whole(reader, option, "t_rcd_write", of_writes, err);
}

int gpgpusim_convert_timing(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    timing_values values = {0};
    const char *wrong = split_timing(gpgpusim_setting_of(reader, option)->value, &values);
    if (wrong)
        return gpgpusim_wrong(reader, option, err, wrong);
    int code = 0;
    for (int i = 0; i < N_TIMING && code == POISE_OK; i++) {
        const char *text = values.text[i][0] ? values.text[i] : timing[i].missing;
        if (!text)
            return lacks(reader, option, timing[i].name, err);
        const long long number = gpgpusim_decimal(text, strlen(text));
        if (number < 0)
            return gpgpusim_wrong(reader, option, err, "holds a timing parameter that is not a whole number");
        code = gpgpusim_set_whole(reader, option, timing[i].ours, number, err);
    }
    return code != POISE_OK ? code : set_rules(reader, option, err);
}

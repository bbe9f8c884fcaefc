/* Function units, operand collectors and pipeline widths. */
#include "common/member.h"
#include "sim/gpgpusim/cache_string.h"
#include "sim/gpgpusim/convert.h"

#include <string.h>

/* Value of the option of ours that is a unit count. */
static long long unit_count(const gpgpusim_reader *reader, const char *ours)
{
    const poise_option *option = sim_config_option(ours);
    return *(const uint32_t *)poise_const_member(reader->config, option->offset);
}

int gpgpusim_convert_unit_name(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const char *value = gpgpusim_setting_of(reader, option)->value;
    const long long enabled = gpgpusim_decimal(value, strcspn(value, ","));
    if (enabled < 0)
        return gpgpusim_wrong(reader, option, err, "does not start with 0 or 1");
    if (enabled > 0)
        gpgpusim_refuse(reader, option, "there are no specialized units");
    return POISE_OK;
}

/* Comma-separated whole numbers at the start of `text`, at most `most`; returns how many, and in *end the
 * comma or the end behind the last of them. */
static int read_fields(const char *text, long long *field, int most, const char **end)
{
    *end = text;
    for (int n = 0; n < most; n++) {
        const char *at = n > 0 ? *end + 1 : text;
        const size_t length = strcspn(at, ",");
        if ((field[n] = gpgpusim_decimal(at, length)) < 0)
            return n;
        *end = at + length;
        if (!**end)
            return n + 1;
    }
    return most;
}

/* Which opcodes run on which specialized unit is written in Accel-Sim's ISA_Def: branches on the first,
 * textures on the second, products of matrices on the third, the uniform datapath on the fourth. */
int gpgpusim_convert_special_units(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    enum { ENABLED, UNITS, LATENCY, BEFORE, BEHIND, FIELDS };
    long long field[FIELDS];
    const char *name;
    if (read_fields(gpgpusim_setting_of(reader, option)->value, field, FIELDS, &name) < FIELDS || !name[0] ||
        !name[1])
        return gpgpusim_wrong(reader, option, err, "is not of the form 1,UNITS,LATENCY,WIDTH,WIDTH,NAME");
    if (field[ENABLED] && (field[BEFORE] != field[UNITS] || field[BEHIND] != field[UNITS]))
        gpgpusim_refuse(reader, option, "pipeline registers are as wide as there are units");
    return gpgpusim_set_whole(reader, option, option->detail, field[ENABLED] ? field[UNITS] : 0, err);
}

static bool has_common_collectors(const gpgpusim_reader *reader)
{
    return gpgpusim_whole_value(reader, "-gpgpu_enable_specialized_operand_collector", "1") == 0;
}

/* Instructions a cycle that units with the interval take, or that schedulers issue if those are fewer. */
static long long taken(const gpgpusim_reader *reader, const char *units, const char *interval)
{
    const long long n = unit_count(reader, units), every = unit_count(reader, interval),
                    schedulers = unit_count(reader, "schedulers"), rate = (n + every - 1) / every;
    return rate < schedulers ? rate : schedulers;
}

int gpgpusim_convert_ports(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const long long ports = gpgpusim_whole(gpgpusim_setting_of(reader, option)->value),
                    turns = unit_count(reader, "register_ports");
    char units[32];
    snprintf(units, sizeof units, "%.*s", (int)strcspn(option->detail, " "), option->detail);
    if (ports < 0)
        return gpgpusim_wrong(reader, option, err, "is not a whole number");
    const long long least = taken(reader, units, strchr(option->detail, ' ') + 1);
    if (!has_common_collectors(reader) && ports * turns < least)
        gpgpusim_refuse(reader, option, "%s, %lld", option->text, least);
    return POISE_OK;
}

int gpgpusim_convert_common_collectors(gpgpusim_reader *reader, const gpgpusim_option *option,
                                       poise_error *err)
{
    if (has_common_collectors(reader))
        return gpgpusim_convert_number(reader, option, err);
    if (gpgpusim_whole(gpgpusim_setting_of(reader, option)->value) != 0)
        gpgpusim_refuse(reader, option, "every kind of unit has its own collectors");
    return POISE_OK;
}

int gpgpusim_convert_common_ports(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const long long ports = gpgpusim_whole(gpgpusim_setting_of(reader, option)->value),
                    least = unit_count(reader, option->detail);
    if (ports < 0)
        return gpgpusim_wrong(reader, option, err, "is not a whole number");
    if (has_common_collectors(reader) && ports < least)
        gpgpusim_refuse(reader, option, "%s, %lld", option->text, least);
    return POISE_OK;
}

int gpgpusim_convert_dp_collectors(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const long long collectors = gpgpusim_whole(gpgpusim_setting_of(reader, option)->value);
    if (collectors == 0 && reader->config->dp_units == 0)
        return POISE_OK;
    return gpgpusim_convert_number(reader, option, err);
}

int gpgpusim_convert_perfect_icache(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const long long perfect = gpgpusim_whole(gpgpusim_setting_of(reader, option)->value);
    if (perfect != 0 && perfect != 1)
        return gpgpusim_wrong(reader, option, err, "is neither 0 nor 1");
    return perfect ? gpgpusim_set_whole(reader, option, "icache_sets", 0, err) : POISE_OK;
}

/* A constant cache no smaller than the GTX 480's hits nearly always: traces hold few constants (our choice).
 */
int gpgpusim_convert_constants(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    enum { LEAST_BYTES = 8192 };
    gpgpusim_cache cache;
    if (gpgpusim_whole_value(reader, "-gpgpu_perfect_inst_const_cache", "0") == 1)
        return POISE_OK;
    if (!gpgpusim_cache_parse(gpgpusim_setting_of(reader, option)->value, &cache))
        return gpgpusim_wrong(reader, option, err, "is not of the form N:SETS:BYTES:WAYS,...");
    if (cache.sets * cache.line_bytes * cache.ways < LEAST_BYTES)
        gpgpusim_refuse(reader, option, "%s", option->text);
    return POISE_OK;
}

enum { MAX_WIDTHS = 13, WRITE_BACK = -1, ANYTHING = -2 };

/* Fields of version 4: SP, DP, INT, SFU, MEM before and behind the operand collectors, write-back, then
 * tensor cores. Fields of version 3: SP, SFU, MEM twice, write-back. Our pipeline registers are as wide as
 * there are units, of sub-cores one for memory each, and writing back takes what the register banks let
 * through. */
int gpgpusim_convert_widths(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const sim_config *c = reader->config;
    const long long memory = c->sub_cores ? c->schedulers : 1;
    const long long version4[MAX_WIDTHS] = {c->sp_units, c->dp_units, c->int_units, c->sfu_units, memory,
                                            c->sp_units, c->dp_units, c->int_units, c->sfu_units, memory,
                                            WRITE_BACK,  ANYTHING,    ANYTHING};
    const long long version3[7] = {c->sp_units,  c->sfu_units, memory,    c->sp_units,
                                   c->sfu_units, memory,       WRITE_BACK};
    long long widths[MAX_WIDTHS];
    const char *end;
    const int n = read_fields(gpgpusim_setting_of(reader, option)->value, widths, MAX_WIDTHS, &end);
    if (*end || (n != 7 && n < 11))
        return gpgpusim_wrong(reader, option, err, "is not 7, or 11 to 13, whole numbers");
    const long long *expected = n == 7 ? version3 : version4;
    for (int i = 0; i < n; i++) {
        const bool fits = expected[i] == ANYTHING ||
                          (expected[i] == WRITE_BACK ? widths[i] >= c->schedulers : widths[i] == expected[i]);
        if (!fits) {
            gpgpusim_refuse(reader, option, "field %d is not the number of units", i + 1);
            return POISE_OK;
        }
    }
    return POISE_OK;
}

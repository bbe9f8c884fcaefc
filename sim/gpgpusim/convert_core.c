/* Function units, operand collectors and pipeline widths. */
#include "common/member.h"
#include "sim/gpgpusim/convert.h"

#include <string.h>

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

/* Value of the option of ours that is a unit count. */
static long long unit_count(const gpgpusim_reader *reader, const char *ours)
{
    const poise_option *option = sim_config_option(ours);
    return *(const uint32_t *)poise_const_member(reader->config, option->offset);
}

int gpgpusim_convert_ports(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const long long ports = gpgpusim_whole(gpgpusim_setting_of(reader, option)->value),
                    units = unit_count(reader, option->detail);
    if (ports < 0)
        return gpgpusim_wrong(reader, option, err, "is not a whole number");
    if (ports != units && units != 0)
        gpgpusim_refuse(reader, option, "there are as many ports as units, %lld", units);
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

/* A small constant cache hits nearly always; which size is called small is our choice. */
int gpgpusim_convert_constants(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    (void)err;
    if (gpgpusim_whole_value(reader, "-gpgpu_perfect_inst_const_cache", "0") != 1)
        gpgpusim_check(reader, option, "N:64:64:2,L:R:f:N:L,S:2:32,4|64:64:2,L:R:f:N:L,A:2:32,4");
    return POISE_OK;
}

enum { MAX_WIDTHS = 13, WRITE_BACK = -1, ANYTHING = -2 };

/* Splits the widths; their number, 0 when they are none. */
static int read_widths(const char *text, long long widths[MAX_WIDTHS])
{
    int n = 0;
    for (;;) {
        const size_t length = strcspn(text, ",");
        if (n == MAX_WIDTHS || (widths[n] = gpgpusim_decimal(text, length)) < 0)
            return 0;
        n++;
        if (!text[length])
            return n;
        text += length + 1;
    }
}

/* Fields of version 4: SP, DP, INT, SFU, MEM before and behind the operand collectors, write-back, then
 * tensor cores. Fields of version 3: SP, SFU, MEM twice, write-back. Our pipeline registers are as wide as
 * there are units, and writing back takes what the register banks let through. */
int gpgpusim_convert_widths(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const sim_config *c = reader->config;
    const long long version4[MAX_WIDTHS] = {c->sp_units, c->dp_units, 0,       c->sfu_units, 1,
                                            c->sp_units, c->dp_units, 0,       c->sfu_units, 1,
                                            WRITE_BACK,  ANYTHING,    ANYTHING};
    const long long version3[7] = {c->sp_units, c->sfu_units, 1, c->sp_units, c->sfu_units, 1, WRITE_BACK};
    long long widths[MAX_WIDTHS];
    const int n = read_widths(gpgpusim_setting_of(reader, option)->value, widths);
    if (n != 7 && n < 11)
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

/* The address map: `dramid@N;` and 64 letters, most significant first: D channel, B bank, R row, C column, S
 * byte of a burst, 0 unused; `.`, `|` and blanks are for the eye. Source: addrdec.cc of GPGPU-Sim,
 * addrdec_parseoption. */
#include "sim/gpgpusim/convert.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { ADDRESS_BITS = 64 };

/* bits[i] is the upper-case letter of address bit i. NULL or what is wrong. */
static const char *read_letters(const char *text, char bits[ADDRESS_BITS])
{
    int left = ADDRESS_BITS;
    for (; *text; text++) {
        if (strchr(".| ", *text))
            continue;
        const char letter = (char)toupper((unsigned char)*text);
        if (!strchr("DBRCS0", letter))
            return "holds a letter that is none of D B R C S 0";
        if (left == 0)
            return "has more than 64 letters";
        bits[--left] = letter;
    }
    return left == 0 ? NULL : "has fewer than 64 letters";
}

/* Letters from bit `first` on that are `letter`. */
static int run_length(const char bits[ADDRESS_BITS], int first, char letter)
{
    int n = 0;
    while (first + n < ADDRESS_BITS && bits[first + n] == letter)
        n++;
    return n;
}

/* The map that sim/base/address.c has, for some size of row and number of banks: the lowest bits in the row,
 * bit `bank` (7 or 8) the lowest bank bit, then columns, the other bank bits, rows. Returns the bits of a
 * row, 0 when the letters stand differently. */
static int row_bits(const char bits[ADDRESS_BITS], int bank, int64_t banks)
{
    for (int i = 0; i < bank; i++)
        if (bits[i] != 'C' && bits[i] != 'S')
            return 0;
    if (bits[bank] != 'B')
        return 0;
    const int columns = run_length(bits, bank + 1, 'C');
    int at = bank + 1 + columns;
    const int upper_banks = run_length(bits, at, 'B');
    at += upper_banks;
    at += run_length(bits, at, 'R');
    at += run_length(bits, at, '0');
    return at == ADDRESS_BITS && banks == 2ll << upper_banks ? bank + columns : 0;
}

int gpgpusim_convert_addresses(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    static const char start[] = "dramid@8;";
    const char *value = gpgpusim_setting_of(reader, option)->value, *letters = strchr(value, ';');
    char bits[ADDRESS_BITS];
    const char *wrong = read_letters(letters ? letters + 1 : value, bits);
    if (wrong)
        return gpgpusim_wrong(reader, option, err, wrong);
    const int bank = bits[7] == 'B' ? 7 : 8, row = row_bits(bits, bank, reader->config->dram_banks);
    if (strncmp(value, start, sizeof start - 1) != 0 || row == 0) {
        gpgpusim_refuse(reader, option,
                        "only dramid@8; with a bank bit at 7 or 8 and the others between column and row");
        return POISE_OK;
    }
    int code = gpgpusim_set(reader, option, "dram_interleave_bytes", "256", err);
    code = code != POISE_OK
               ? code
               : gpgpusim_set(reader, option, "l2_interleave_bytes", bank == 7 ? "128" : "0", err);
    return code != POISE_OK ? code : gpgpusim_set_whole(reader, option, "dram_row_bytes", 1ll << row, err);
}

int gpgpusim_convert_partitions(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    switch (gpgpusim_whole(gpgpusim_setting_of(reader, option)->value)) {
    case 0: return gpgpusim_set(reader, option, "partition_index", "linear", err);
    case 2: return gpgpusim_set(reader, option, "partition_index", "ipoly", err);
    case 4: return gpgpusim_set(reader, option, "partition_index", "random", err);
    default: gpgpusim_refuse(reader, option, "modelled: 0, 2, 4"); return POISE_OK;
    }
}

int gpgpusim_convert_bank_index(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    switch (gpgpusim_whole(gpgpusim_setting_of(reader, option)->value)) {
    case 0: return gpgpusim_set(reader, option, "dram_bank_index", "plain", err);
    case 1: return gpgpusim_set(reader, option, "dram_bank_index", "xor", err);
    default: gpgpusim_refuse(reader, option, "modelled: 0, 1"); return POISE_OK;
    }
}

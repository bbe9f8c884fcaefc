#include "cli/share.h"

#include <stdio.h>

int cli_share_read(const char *text, uint32_t *share, uint32_t *n_shares, poise_error *err)
{
    unsigned one, all;
    int end = 0;
    if (text == NULL)
        return POISE_OK;
    if (sscanf(text, "%5u/%5u%n", &one, &all, &end) != 2 || text[end] != '\0' || one < 1 || one > all)
        return poise_fail(err, POISE_USAGE, "--shard wants I/N with 1 <= I <= N, such as 2/8, not '%s'",
                          text);
    *share = one - 1;
    *n_shares = all;
    return POISE_OK;
}

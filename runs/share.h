/* What part of the work a process does. */
#ifndef POISE_RUNS_SHARE_H
#define POISE_RUNS_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct runs_share {
    uint32_t share,
        n_shares; /* share `share`, from 0, of n_shares; 0, 0: all of it, and what is done is collected */
    bool only_collects; /* nothing is run */
    bool only_submits;  /* to Slurm, n_shares jobs */
} runs_share;

/* Whether run number i, in the order of the list, is one of this process. */
static inline bool runs_share_has(const runs_share *share, size_t i)
{
    return share->n_shares == 0 || i % share->n_shares == share->share;
}

#endif

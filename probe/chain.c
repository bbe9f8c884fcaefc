#include "probe/chain.h"

#include "common/random.h"

#include <inttypes.h>
#include <stdlib.h>

int probe_chain_add(probe_chain *chain, uint64_t at, poise_error *err)
{
    if (at % PROBE_WORD != 0 || at > PROBE_MOST_BYTES - PROBE_WORD || chain->n == PROBE_MOST_STEPS)
        return poise_fail(err, POISE_USAGE, "byte %" PRIu64 " cannot be step %" PRIu32 " of a pointer chase",
                          at, chain->n);
    if (chain->n == chain->capacity) {
        uint32_t capacity = chain->capacity > 0 ? 2 * chain->capacity : 64;
        uint32_t *word = realloc(chain->word, capacity * sizeof *word);
        if (word == NULL)
            return poise_fail(err, POISE_FAILED, "no memory for a pointer chase");
        chain->word = word;
        chain->capacity = capacity;
    }
    chain->word[chain->n++] = (uint32_t)(at / PROBE_WORD);
    return POISE_OK;
}

void probe_chain_clear(probe_chain *chain)
{
    chain->n = 0;
}

void probe_chain_free(probe_chain *chain)
{
    free(chain->word);
    *chain = (probe_chain){0};
}

uint64_t probe_chain_bytes(const probe_chain *chain)
{
    uint64_t last = 0;
    for (uint32_t i = 0; i < chain->n; i++)
        last = chain->word[i] > last ? chain->word[i] : last;
    return (last + 1) * PROBE_WORD;
}

int probe_chain_walk(probe_chain *chain, probe_walk walk, poise_error *err)
{
    int code = POISE_OK;
    probe_chain_clear(chain);
    for (uint32_t i = 0; i < walk.n && code == POISE_OK; i++) {
        uint64_t slide = walk.skew > 0 ? i * walk.skew % walk.stride : 0;
        code = probe_chain_add(chain, walk.base + i * walk.stride + slide, err);
    }
    return code;
}

void probe_chain_shuffle(probe_chain *chain, uint64_t seed)
{
    poise_random random;
    poise_random_seed(&random, seed);
    for (uint32_t i = chain->n; i > 1; i--) {
        uint32_t other = (uint32_t)poise_random_below(&random, i), kept = chain->word[i - 1];
        chain->word[i - 1] = chain->word[other];
        chain->word[other] = kept;
    }
}

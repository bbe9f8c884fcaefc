#include "poise_shares.h"

poise_share poise_share_of(uint64_t part, uint64_t whole)
{
    while (part > UINT32_MAX || whole > UINT32_MAX) {
        part >>= 1;
        whole >>= 1;
    }
    return (poise_share){(uint32_t)part, (uint32_t)whole};
}

/* part < whole < 2^32, so that the product is below 2^60; too small by less than 2^-28. */
static uint32_t share_of(poise_share share)
{
    const uint32_t one = UINT32_C(1) << POISE_FEATURE_BITS;
    if (share.part >= share.whole)
        return share.whole > 0 ? one : 0;
    return (uint32_t)(((uint64_t)share.part << POISE_FEATURE_BITS) / share.whole);
}

void poise_shares_see(const poise_share shares[POISE_SHARES], poise_features *features)
{
    for (int i = 0; i < POISE_SHARES; i++)
        features->x[i] = share_of(shares[i]);
    features->x[POISE_SHARES] = UINT32_C(1) << POISE_FEATURE_BITS;
}

unsigned poise_shares_predict(const poise_weights *weights, const poise_share shares[POISE_SHARES])
{
    poise_features features;
    unsigned n, p;
    poise_shares_see(shares, &features);
    poise_predict(weights, &features, POISE_SHARE_STEPS, &n, &p);
    return p;
}

static void see_nothing(const poise_sample *at_max, poise_features *features)
{
    (void)at_max;
    for (int i = 0; i < POISE_SHARES; i++)
        features->x[i] = 0;
    features->x[POISE_SHARES] = UINT32_C(1) << POISE_FEATURE_BITS;
}

const poise_view poise_sms_view = {.alone = see_nothing};
const poise_view poise_tokens_view = {.alone = see_nothing};
const poise_view poise_frames_view = {.alone = see_nothing};

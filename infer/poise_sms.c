#include "poise_sms.h"

/* part < whole < 2^32, so that the product is below 2^60; too small by less than 2^-28. */
static uint32_t share_of(poise_share share)
{
    const uint32_t one = UINT32_C(1) << POISE_FEATURE_BITS;
    if (share.part >= share.whole)
        return share.whole > 0 ? one : 0;
    return (uint32_t)(((uint64_t)share.part << POISE_FEATURE_BITS) / share.whole);
}

void poise_sms_see(const poise_share shares[POISE_SMS_SHARES], poise_features *features)
{
    for (int i = 0; i < POISE_SMS_SHARES; i++)
        features->x[i] = share_of(shares[i]);
    features->x[POISE_SMS_SHARES] = UINT32_C(1) << POISE_FEATURE_BITS;
}

unsigned poise_sms_predict(const poise_weights *weights, const poise_share shares[POISE_SMS_SHARES])
{
    poise_features features;
    unsigned n, p;
    poise_sms_see(shares, &features);
    poise_predict(weights, &features, POISE_SMS_STEPS, &n, &p);
    return p;
}

static void see_nothing(const poise_sample *at_max, poise_features *features)
{
    (void)at_max;
    for (int i = 0; i < POISE_SMS_SHARES; i++)
        features->x[i] = 0;
    features->x[POISE_SMS_SHARES] = UINT32_C(1) << POISE_FEATURE_BITS;
}

const poise_view poise_sms_view = {.alone = see_nothing};

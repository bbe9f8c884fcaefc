#include "sim/ccn/throttle.h"

static void begin_epoch(ccn_throttle *t, uint64_t number)
{
    t->number = number;
    t->requests = t->hits = 0;
    t->has_decided = t->is_off = false;
    t->epochs++;
}

void throttle_update(ccn_throttle *t, uint64_t insts)
{
    if (t->epoch == 0)
        return;
    if (t->epochs == 0 || insts / t->epoch != t->number)
        begin_epoch(t, insts / t->epoch);
    if (t->has_decided || insts % t->epoch < t->sample)
        return;
    t->has_decided = true;
    t->is_off = (double)t->hits < t->least_share * (double)t->requests;
    t->epochs_off += t->is_off;
}

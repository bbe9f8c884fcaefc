#include "sim_hooks/sched/pcal_vote.h"

static uint32_t index_of(const pcal_vote *vote, uint32_t sm)
{
    return (vote->dealt + sm) % vote->candidates;
}

void pcal_vote_open(pcal_vote *vote, uint32_t sms, uint32_t limit)
{
    static const uint8_t tried[] = {1, 2, 3, 4, 6, 8, 12, 16, 20, 24};
    *vote = (pcal_vote){.sms = sms};
    for (uint32_t i = 0; i < sizeof tried && tried[i] < limit; i++)
        vote->candidate[vote->candidates++] = tried[i];
    vote->candidate[vote->candidates++] = limit;
}

uint32_t pcal_vote_of(const pcal_vote *vote, uint32_t sm)
{
    return vote->candidate[index_of(vote, sm)];
}

void pcal_vote_cast(pcal_vote *vote, uint32_t sm, double speed)
{
    vote->sum[index_of(vote, sm)] += speed;
    vote->votes[index_of(vote, sm)] += speed > 0;
}

bool pcal_vote_again(pcal_vote *vote)
{
    vote->dealt += vote->sms;
    return vote->dealt < vote->candidates;
}

uint32_t pcal_vote_winner(const pcal_vote *vote)
{
    uint32_t best = vote->candidates - 1;
    double highest = -1;
    for (uint32_t i = 0; i < vote->candidates; i++) {
        if (vote->votes[i] && vote->sum[i] / vote->votes[i] > highest) {
            highest = vote->sum[i] / vote->votes[i];
            best = i;
        }
    }
    return vote->candidate[best];
}

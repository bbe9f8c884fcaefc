/* A vote of the SMs on one number of warps, as PCAL takes them: each SM tries a candidate for a while, and
 * the one with the highest mean speed wins. Source: [P], [S5.7.3]. */
#ifndef POISE_SIM_HOOKS_PCAL_VOTE_H
#define POISE_SIM_HOOKS_PCAL_VOTE_H

#include <stdbool.h>
#include <stdint.h>

/* 1, 2, 3, 4, 6, 8, 12, 16, 20, 24, and the limit. */
enum { PCAL_CANDIDATES = 11 };

typedef struct pcal_vote {
    uint32_t candidate[PCAL_CANDIDATES], candidates;
    uint32_t sms, dealt; /* candidates dealt to SMs before this round */
    double sum[PCAL_CANDIDATES];
    uint32_t votes[PCAL_CANDIDATES];
} pcal_vote;

/* Candidates are those below `limit`, and the limit itself (our choice): a vote can then only keep or better
 * the tuple that it started from. */
void pcal_vote_open(pcal_vote *vote, uint32_t sms, uint32_t limit);
/* What SM `sm` tries in this round. SMs take the candidates in turn. */
uint32_t pcal_vote_of(const pcal_vote *vote, uint32_t sm);
/* How fast SM `sm` was; one without work (0) has no vote. */
void pcal_vote_cast(pcal_vote *vote, uint32_t sm, double speed);
/* Goes on to the next round, which there is with fewer SMs than candidates (our choice); false = all have
 * been tried. */
bool pcal_vote_again(pcal_vote *vote);
/* The highest mean; ties to the smaller candidate. Without any vote the limit stays. */
uint32_t pcal_vote_winner(const pcal_vote *vote);

#endif

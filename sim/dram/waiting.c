/* Which requests of each bank the policy has in its storage, for a channel that itself must know whether one
 * of them is for the open row. The storage is the policy's, so that this is a second account of it, kept only
 * where somebody asks. */
#include "sim/dram/dram.h"

static bool hits(const dram_channel *channel, const dram_job *job)
{
    return channel->open_row[job->bank] == job->row;
}

void dram_waiting_add(dram_channel *channel, uint16_t index)
{
    if (!channel->waits)
        return;
    dram_job *job = &channel->job[index];
    dram_waiting *of_bank = &channel->waits[job->bank];
    job->before = of_bank->youngest;
    job->after = DRAM_NO_JOB;
    *(of_bank->youngest == DRAM_NO_JOB ? &of_bank->oldest : &channel->job[of_bank->youngest].after) = index;
    of_bank->youngest = index;
    of_bank->hits[job->is_write] += hits(channel, job);
}

void dram_waiting_remove(dram_channel *channel, uint16_t index)
{
    if (!channel->waits)
        return;
    const dram_job *job = &channel->job[index];
    dram_waiting *of_bank = &channel->waits[job->bank];
    *(job->before == DRAM_NO_JOB ? &of_bank->oldest : &channel->job[job->before].after) = job->after;
    *(job->after == DRAM_NO_JOB ? &of_bank->youngest : &channel->job[job->after].before) = job->before;
    of_bank->hits[job->is_write] -= hits(channel, job);
}

void dram_waiting_count(dram_channel *channel, uint32_t b)
{
    if (!channel->waits)
        return;
    dram_waiting *of_bank = &channel->waits[b];
    of_bank->hits[0] = of_bank->hits[1] = 0;
    for (uint16_t i = of_bank->oldest; i != DRAM_NO_JOB; i = channel->job[i].after)
        of_bank->hits[channel->job[i].is_write] += hits(channel, &channel->job[i]);
}

void dram_waiting_clear(dram_channel *channel)
{
    for (uint32_t b = 0; channel->waits && b < channel->n_banks; b++)
        channel->waits[b] = (dram_waiting){.oldest = DRAM_NO_JOB, .youngest = DRAM_NO_JOB};
}

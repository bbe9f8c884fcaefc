/* A request for several sectors of a line goes through a bank with sectors as so many requests: each is
 * looked up, merged, fetched and answered alone, in the order of the sectors. Who has asked is told when the
 * last of them has left. [GS memory_sub_partition:: breakdown_request_to_sector_requests(); baseline_cache::
 * fill() counts them where the L1 has lines] */
#include "sim/l2/l2.h"

#define NOT_SPLIT L2_NO_PLACE

bool l2_split_init(l2_bank *bank, uint32_t most)
{
    bank->split = storage_take_seldom(&bank->base->storage, most, sizeof *bank->split);
    return bank->split != NULL;
}

void l2_split_clear(l2_bank *bank)
{
    bank->split_new = 0;
    bank->split_given = L2_NO_PLACE;
}

static uint32_t take_number(l2_bank *bank)
{
    const uint32_t number = bank->split_given;
    if (number == L2_NO_PLACE)
        return bank->split_new++;
    bank->split_given = bank->split[number].next;
    return number;
}

static void enter(l2_bank *bank, const packet *request, uint32_t sectors, uint32_t number, uint64_t ready)
{
    packet *entered = packet_fifo_push(&bank->pipe);
    *entered = *request;
    entered->request.sectors = (uint8_t)sectors;
    entered->split = number;
    entered->ready = ready;
}

void l2_split_enter(l2_bank *bank, const packet *request, uint64_t ready)
{
    uint32_t sectors = request->request.sectors, number = NOT_SPLIT;
    if (!bank->cost.has_sectors || !(sectors & (sectors - 1))) {
        enter(bank, request, sectors, number, ready);
        return;
    }
    if (!request->request.depth) { /* nobody waits for the write of a page-table entry */
        number = take_number(bank);
        bank->split[number] =
            (l2_split){.sectors = (uint8_t)sectors, .left = (uint8_t)sector_count(sectors), .is_hit = true};
    }
    for (; sectors; sectors &= sectors - 1)
        enter(bank, request, sectors & -sectors, number, ready);
}

bool l2_split_left(l2_bank *bank, packet *reply)
{
    const uint32_t number = reply->split;
    reply->bank = (uint16_t)bank->index;
    if (number == NOT_SPLIT)
        return true;
    l2_split *s = &bank->split[number];
    s->is_hit &= reply->l2_hit;
    if (--s->left)
        return false;
    reply->request.sectors = s->sectors;
    reply->l2_hit = s->is_hit;
    s->next = bank->split_given;
    bank->split_given = number;
    return true;
}

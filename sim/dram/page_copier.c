#include "sim/dram/page_copier.h"

#include <math.h>
#include <stdlib.h>

int page_copier_init(page_copier *copier, sim_base *base, poise_error *err)
{
    *copier = (page_copier){.base = base};
    copier->line_cycles = LINE_BYTES * base->config.core_mhz / (base->config.link_gbps * 1000);
    bool ok = pool_init(&copier->lines, &base->storage, COPIER_LINES);
    for (uint32_t i = 0; i < base->config.channels; i++)
        ok = dram_access_fifo_init(&copier->queue[i], &base->storage, COPIER_LINES) && ok;
    return ok ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for copies of pages");
}

void page_copier_free(page_copier *copier)
{
    free(copier->page);
    copier->page = NULL;
}

void page_copier_reset(page_copier *copier)
{
    for (uint32_t i = 0; i < copier->base->config.channels; i++)
        dram_access_fifo_clear(&copier->queue[i]);
    pool_clear(&copier->lines);
    copier->first = copier->n_pages = copier->next_line = 0;
    copier->near_pages = copier->near_lines = 0;
    copier->host_at = 0;
    copier->is_short = false;
}

bool page_copier_is_busy(const page_copier *copier)
{
    return copier->near_pages || copier->near_lines;
}

/* Policies see it as a request of the first SM, as there is none of nobody (our choice). */
static void send(page_copier *copier, uint16_t app, uint64_t address, uint16_t line, bool is_write,
                 uint64_t when)
{
    address_place place;
    address_find_l2(base_map(copier->base, app), address, &place);
    *dram_access_fifo_push(&copier->queue[place.channel]) =
        (dram_access){.request = {.address = address,
                                  .pc = MEM_NO_PC,
                                  .born = (uint32_t)when,
                                  .app = app,
                                  .kind = is_write ? MEM_STORE : MEM_LOAD,
                                  .sectors = ALL_SECTORS},
                      .ready = when,
                      .tag = line,
                      .is_write = is_write};
    base_wake_channel(copier->base, place.channel, when);
}

/* When the link has carried another line, that could begin in core cycle `when`. */
static uint64_t cross(page_copier *copier, uint64_t when)
{
    copier->host_at = fmax(copier->host_at, (double)when) + copier->line_cycles;
    return (uint64_t)ceil(copier->host_at);
}

static bool is_near(const page_copy *page)
{
    return !vm_is_host(page->from) && !vm_is_host(page->to);
}

/* The next line of the first page: read, or written if it comes from the host. */
static void begin_line(page_copier *copier, const page_copy *page, uint64_t when)
{
    const uint64_t in_page = line_address(copier->next_line);
    const uint16_t line = pool_take(&copier->lines);
    const bool comes = vm_is_host(page->from);
    copier->line[line] = (copied_line){.to = page->to + in_page,
                                       .app = page->app,
                                       .missing = comes ? 0 : ALL_SECTORS,
                                       .is_near = is_near(page)};
    copier->near_lines += is_near(page);
    send(copier, page->app, (comes ? page->to : page->from) + in_page, line, comes,
         is_near(page) ? when : cross(copier, when));
}

/* Begins with as many lines as the buffer has room for, from core cycle `when` on. */
static void read_lines(page_copier *copier, uint64_t when)
{
    while (copier->first < copier->n_pages && !pool_full(&copier->lines)) {
        const page_copy *page = &copier->page[copier->first];
        begin_line(copier, page, when);
        if (++copier->next_line < COPIER_PAGE_LINES)
            continue;
        copier->near_pages -= is_near(page);
        copier->next_line = 0;
        copier->first++;
    }
    if (copier->first == copier->n_pages)
        copier->first = copier->n_pages = 0;
}

/* Its last use of the buffer. */
static void end_line(page_copier *copier, uint16_t line, uint64_t when)
{
    copier->near_lines -= copier->line[line].is_near;
    pool_give(&copier->lines, line);
    read_lines(copier, when);
}

static bool make_room(page_copier *copier)
{
    if (copier->n_pages < copier->room)
        return true;
    const uint32_t room = copier->room ? 2 * copier->room : 64;
    page_copy *page = realloc(copier->page, room * sizeof *page);
    if (!page)
        return false;
    copier->page = page;
    copier->room = room;
    return true;
}

void page_copier_add(page_copier *copier, const page_copy *page, uint64_t now)
{
    if (!make_room(copier)) {
        copier->is_short = true;
        contract_broken(&copier->base->contract); /* ends the run */
        return;
    }
    copier->page[copier->n_pages++] = *page;
    copier->near_pages += is_near(page);
    read_lines(copier, now);
}

/* ---- the side of a channel ---- */

static void taken(void *owner, dram_access_fifo *queue)
{
    (void)owner;
    dram_access_fifo_pop(queue);
}

/* Channels that run later in this cycle must not see it earlier than the others. */
static bool give(void *owner, const dram_reply *reply)
{
    page_copier *copier = owner;
    copied_line *line = &copier->line[reply->tag];
    line->missing &= (uint8_t)~reply->sectors;
    if (!line->missing && vm_is_host(line->to))
        end_line(copier, reply->tag, base_now(copier->base) + 1);
    else if (!line->missing)
        send(copier, line->app, line->to, reply->tag, true, base_now(copier->base) + 1);
    return true;
}

static void written(void *owner, uint16_t tag)
{
    page_copier *copier = owner;
    end_line(copier, tag, base_now(copier->base) + 1);
}

dram_input page_copier_input(page_copier *copier, uint32_t channel)
{
    return (dram_input){
        .queue = &copier->queue[channel], .owner = copier, .taken = taken, .give = give, .written = written};
}

#include "sim/sm/line_order.h"

#include "trace/line_list.h"

bool line_order_init(line_order *order, storage *from, uint32_t instructions)
{
    order->lines = storage_take_seldom(from, instructions, sizeof *order->lines); /* few at a time */
    return order->lines && pool_init(&order->used, from, instructions);
}

void line_order_clear(line_order *order)
{
    pool_clear(&order->used);
}

/* Writes `n` lines behind the count word of a plain list, with their depths unless `depths` is NULL. Lists
 * are mostly in ascending order, so that each line goes in front of the others. */
static void sort(const warp_trace *trace, const uint32_t *list, uint32_t n, const uint32_t *depths,
                 uint32_t *word)
{
    uint64_t address[TRACE_MAX_LINES];
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t line = line_list_word(list, n - 1 - i);
        const uint64_t at = trace_line_address(trace, word_line(line));
        uint32_t j = i;
        for (; j && address[j - 1] < at; j--) {
            address[j] = address[j - 1];
            word[j] = word[j - 1];
            word[n + j] = word[n + j - 1];
        }
        address[j] = at;
        word[j] = line;
        word[n + j] = depths ? depths[n - 1 - i] : 0;
    }
}

const uint32_t *line_order_take(line_order *order, const warp_trace *trace, const uint32_t *list)
{
    const uint32_t n = *list & LINE_LIST_COUNT;
    if (n == 1 || pool_full(&order->used))
        return list;
    uint32_t *ordered = order->lines[pool_take(&order->used)].word;
    *ordered = *list & LINE_LIST_PLAIN;
    sort(trace, list, n, trace_has_depths(*list) ? list + 1 + line_list_size(*list) : NULL, ordered + 1);
    return ordered;
}

void line_order_give(line_order *order, const uint32_t *list)
{
    const ordered_lines *lines = (const ordered_lines *)list;
    if (order->lines && lines >= order->lines && lines < order->lines + order->used.total)
        pool_give(&order->used, (uint16_t)(lines - order->lines));
}

#include "trace/line_list.h"

#include "trace/trace.h"

#include <string.h>

uint32_t line_list_segments(const uint32_t *list, uint32_t segment)
{
    const uint32_t n = *list & LINE_LIST_COUNT;
    if (segment == LINE_SECTORS)
        return n;
    if (*list & (LINE_LIST_RUN | LINE_LIST_EQUAL))
        return n * segment_count(word_sectors(list[1]), segment);
    uint32_t segments = 0;
    for (uint32_t i = 0; i < n; i++)
        segments += segment_count(word_sectors(line_list_word(list, i)), segment);
    return segments;
}

/* What is known of n line words. */
typedef struct list_shape {
    bool is_run;    /* with equal sectors */
    bool is_equal;  /* their sectors are */
    uint32_t least; /* line */
    uint32_t width; /* of a field that is added to the least line, at least 1 */
} list_shape;

static uint32_t width_of(uint32_t field)
{
    return field ? 32 - (uint32_t)__builtin_clz(field) : 1;
}

static list_shape shape_of(const uint32_t *word, uint32_t n)
{
    const uint32_t step = word[1] - word[0];
    uint32_t least = word[0], most = word[0], differ = 0;
    bool is_run = true;
    for (uint32_t i = 1; i < n; i++) {
        least = word[i] < least ? word[i] : least;
        most = word[i] > most ? word[i] : most;
        differ |= word_sectors(word[i] ^ word[0]);
        is_run &= word[i] - word[i - 1] == step;
    }
    const uint32_t lines = word_line(most) - word_line(least);
    return (list_shape){.is_run = is_run && !differ,
                        .is_equal = !differ,
                        .least = word_line(least),
                        .width = differ ? width_of(line_word(lines, ALL_SECTORS)) : width_of(lines)};
}

/* `fields` are n words, which were cleared. */
static void put_field(uint32_t *fields, uint32_t i, uint32_t width, uint32_t field)
{
    const uint32_t bit = i * width, shift = bit % 32;
    fields[bit / 32] |= field << shift;
    if (shift + width > 32)
        fields[bit / 32 + 1] |= field >> (32 - shift);
}

static uint32_t pack_fields(uint32_t *list, uint32_t n, list_shape shape)
{
    uint32_t fields[TRACE_MAX_LINES] = {0};
    const uint32_t base = line_word(shape.least, shape.is_equal ? word_sectors(list[1]) : 0);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t field = list[1 + i] - base;
        put_field(fields, i, shape.width, shape.is_equal ? field >> LINE_SECTORS : field);
    }
    *list |= (uint32_t)LINE_LIST_PACKED | (shape.is_equal ? (uint32_t)LINE_LIST_EQUAL : 0) |
             shape.width << LINE_LIST_WIDTH_SHIFT;
    const uint32_t size = line_list_size(*list);
    list[1] = base;
    memcpy(list + 2, fields, (size - 1) * sizeof *fields);
    return size;
}

uint32_t line_list_pack(uint32_t *list)
{
    const uint32_t n = *list & LINE_LIST_COUNT;
    if (n < 3) /* no form is shorter */
        return n;
    const list_shape shape = shape_of(list + 1, n);
    if (shape.is_run) {
        list[2] -= list[1];
        *list |= LINE_LIST_RUN;
        return 2;
    }
    return 1 + (n * shape.width + 31) / 32 < n ? pack_fields(list, n, shape) : n;
}

#include "capture/runtime/print.h"

#include "capture/runtime/kernel_abi.h"
#include "capture/runtime/print_format.h"
#include "capture/runtime/work_item.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_VALUES = 256, MAX_TEXT = 8 << 10 };

/* A text of the running group. */
typedef struct item_text {
    size_t item, order; /* local id, and which call of the group */
    size_t begin, bytes;
} item_text;

static struct {
    print_value value[MAX_VALUES]; /* of the call that is being made; it cannot be interrupted */
    size_t n_values;
    char *text; /* finished groups, then the running one */
    size_t bytes, finished, room;
    item_text *items; /* of the running group */
    size_t n_items, items_room;
    size_t lost;
} print;

static void hand_over(print_value value)
{
    if (print.n_values < MAX_VALUES)
        print.value[print.n_values++] = value;
}

#define PRINT_INTEGER_OF(name, type, unsigned_type)                                             \
    void poise_print_##name(type value)                                                         \
    {                                                                                           \
        hand_over((print_value){PRINT_INTEGER, sizeof value, (unsigned_type)value, 0.0, NULL}); \
    }
PRINT_INTEGER_OF(i8, int8_t, uint8_t)
PRINT_INTEGER_OF(i16, int16_t, uint16_t)
PRINT_INTEGER_OF(i32, int32_t, uint32_t)
PRINT_INTEGER_OF(i64, int64_t, uint64_t)

void poise_print_f32(float value)
{
    hand_over((print_value){.kind = PRINT_REAL, .real = (double)value});
}

void poise_print_f64(double value)
{
    hand_over((print_value){.kind = PRINT_REAL, .real = value});
}

void poise_print_pointer(const void *value)
{
    hand_over((print_value){.kind = PRINT_POINTER, .pointer = value});
}

/* Room for one more text of `bytes` bytes. Returns non-zero when there is none. */
static int reserve(size_t bytes)
{
    if (print.bytes + bytes > CAPTURE_PRINT_BYTES)
        return -1;
    if (print.bytes + bytes > print.room) {
        size_t room = 2 * (print.bytes + bytes);
        char *grown = realloc(print.text, room);
        if (!grown)
            return -1;
        print.text = grown;
        print.room = room;
    }
    if (print.n_items == print.items_room) {
        size_t room = 2 * print.items_room + 64;
        item_text *grown = realloc(print.items, room * sizeof *grown);
        if (!grown)
            return -1;
        print.items = grown;
        print.items_room = room;
    }
    return 0;
}

int poise_printf(const char *format)
{
    static char text[MAX_TEXT];
    const capture_work_item *w = &capture_running_item;
    const size_t *size = w->geometry->local;
    int n = capture_print_format(format, print.value, print.n_values, text, sizeof text);
    print.n_values = 0;
    if (n < 0 || reserve((size_t)n)) {
        print.lost++;
        return -1;
    }
    print.items[print.n_items] =
        (item_text){.item = (w->local[2] * size[1] + w->local[1]) * size[0] + w->local[0],
                    .order = print.n_items,
                    .begin = print.bytes,
                    .bytes = (size_t)n};
    print.n_items++;
    memcpy(print.text + print.bytes, text, (size_t)n);
    print.bytes += (size_t)n;
    return 0;
}

static int compare(const void *a, const void *b)
{
    const item_text *x = a, *y = b;
    if (x->item != y->item)
        return x->item < y->item ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Without memory for a copy the order stays the one of execution. */
void capture_print_finish_group(void)
{
    size_t bytes = print.bytes - print.finished;
    char *copy = bytes ? malloc(bytes) : NULL;
    if (copy) {
        memcpy(copy, print.text + print.finished, bytes);
        qsort(print.items, print.n_items, sizeof *print.items, compare);
        char *to = print.text + print.finished;
        for (size_t i = 0; i < print.n_items; i++) {
            memcpy(to, copy + (print.items[i].begin - print.finished), print.items[i].bytes);
            to += print.items[i].bytes;
        }
    }
    free(copy);
    print.finished = print.bytes;
    print.n_items = 0;
}

const char *capture_print_text(size_t *bytes, size_t *lost)
{
    *bytes = print.finished;
    *lost = print.lost;
    return print.text;
}

void capture_print_clear(void)
{
    print.bytes = print.finished = print.n_items = print.n_values = print.lost = 0;
}

/* The reader of priorities of buffers on hostile input. What it lets through is written and read as the same
 * buffers, and each of them is found. */
#include "fuzz/folder.h"
#include "swap/swap_priorities.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static void check_round_trip(const char *path, const swap_priorities *read)
{
    swap_priorities again;
    require(swap_priorities_write(path, "again", read->buffer, read->n, NULL) == POISE_OK, "not written");
    require(swap_priorities_read(path, &again, NULL) == POISE_OK, "not read again");
    require(again.n == read->n, "another number of buffers");
    for (size_t i = 0; i < read->n; i++) {
        const swap_buffer_priority *a = &read->buffer[i], *b = &again.buffer[i];
        require(a->app == b->app && a->address == b->address && a->bytes == b->bytes &&
                    a->priority == b->priority,
                "another buffer");
        require(swap_priority_of(&again, a->app, a->address, a->bytes) == a->priority, "another priority");
    }
    swap_priorities_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH];
    swap_priorities read;
    if (fuzz_write(path, "priorities", data, size, "") &&
        swap_priorities_read(path, &read, NULL) == POISE_OK) {
        check_round_trip(path, &read);
        swap_priorities_free(&read);
    }
    remove(path);
    return 0;
}

#include "fuzz/replay.h"

/* The reader of priorities of buffers on hostile input. What it lets through is written and read as the same
 * buffers, and each of them is found. */
#include "swap/swap_priorities.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    char folder[] = "/tmp/poise-fuzz-XXXXXX", path[48];
    if (mkdtemp(folder) == NULL)
        return 0;
    snprintf(path, sizeof path, "%s/priorities", folder);
    FILE *file = fopen(path, "wb");
    if (file != NULL) {
        swap_priorities read;
        fwrite(data, 1, size, file);
        fclose(file);
        if (swap_priorities_read(path, &read, NULL) == POISE_OK) {
            check_round_trip(path, &read);
            swap_priorities_free(&read);
        }
        remove(path);
    }
    rmdir(folder);
    return 0;
}

#include "fuzz/replay.h"

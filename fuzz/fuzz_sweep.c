/* What a sweep leaves in its folder, the list of kernels and the journals, on hostile input. */
#include "profile/sweep/journal.h"
#include "profile/sweep/list.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void use(void *user, const sweep_entry *entry)
{
    *(size_t *)user += strlen(entry->detail) + strlen(entry->trace_hash) + (size_t)entry->event;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    sweep_list_row *rows;
    size_t n = 0, sum = 0;
    if (text == NULL)
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    if (sweep_list_parse(text, "input", &rows, &n, NULL) == POISE_OK) {
        for (size_t i = 0; i < n; i++)
            sum += strlen(rows[i].kernel) + strlen(rows[i].program);
        free(rows);
    }
    sweep_journal_parse(text, use, &sum);
    free(text);
    return sum == SIZE_MAX;
}

#include "fuzz/replay.h"

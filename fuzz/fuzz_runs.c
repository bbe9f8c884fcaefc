/* What long work leaves in its folder, the list of runs and the journals, on hostile input. */
#include "runs/journal.h"
#include "runs/list.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void use(void *user, const runs_entry *entry)
{
    *(size_t *)user += strlen(entry->detail) + strlen(entry->key) + (size_t)entry->event;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    runs_list_row *rows;
    size_t n = 0, sum = 0;
    if (text == NULL)
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    if (runs_list_parse(text, "input", &rows, &n, NULL) == POISE_OK) {
        for (size_t i = 0; i < n; i++)
            sum += strlen(rows[i].name);
        free(rows);
    }
    runs_journal_parse(text, use, &sum);
    free(text);
    return sum == SIZE_MAX;
}

#include "fuzz/replay.h"

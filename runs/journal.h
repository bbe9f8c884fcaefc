/* The journal of one process: an append-only text file, one line per event, each with a checksum. A line that
 * a crash has torn is left out when it is read. It tells what was going on; whether a run is done, its part
 * says (store.h). */
#ifndef POISE_RUNS_JOURNAL_H
#define POISE_RUNS_JOURNAL_H

#include "common/error.h"
#include "common/hash.h"

#include <stddef.h>

typedef enum runs_event {
    RUNS_BEGUN,
    RUNS_DONE,
    RUNS_FAILED, /* detail: the sentence */
    RUNS_EVENTS
} runs_event;

enum { RUNS_DETAIL_TEXT = 512 };

typedef struct runs_entry {
    runs_event event;
    char key[POISE_HASH_TEXT];     /* of the part */
    char detail[RUNS_DETAIL_TEXT]; /* without tabs and line ends, cut to length */
} runs_entry;

typedef struct runs_journal {
    int file; /* descriptor, -1 = closed */
    char path[4096];
} runs_journal;

/* Opens for appending, behind a line end. */
int runs_journal_open(runs_journal *journal, const char *path, poise_error *err);
/* Waits until the line is on the disk. */
int runs_journal_write(runs_journal *journal, const runs_entry *entry, poise_error *err);
/* Removes a journal without an entry. */
void runs_journal_close(runs_journal *journal);

/* Calls `each` for every whole line of `text` in order; other lines are ignored. Hostile input; the text is
 * changed. */
void runs_journal_parse(char *text, void (*each)(void *user, const runs_entry *entry), void *user);
/* The same with a file; a missing one is POISE_FAILED. */
int runs_journal_read(const char *path, void (*each)(void *user, const runs_entry *entry), void *user,
                      poise_error *err);

#endif

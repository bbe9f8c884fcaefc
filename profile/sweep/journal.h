/* The journal of one process of a sweep: an append-only text file, one line per event, each with a checksum.
 * A line that a crash has torn is left out when it is read. It tells what was going on; whether a kernel is
 * measured, its part says (parts.h). */
#ifndef POISE_PROFILE_SWEEP_JOURNAL_H
#define POISE_PROFILE_SWEEP_JOURNAL_H

#include "common/error.h"
#include "common/hash.h"

#include <stddef.h>

typedef enum sweep_event {
    SWEEP_BEGUN,
    SWEEP_DONE,   /* detail: hash of the part's content */
    SWEEP_FAILED, /* detail: the sentence */
    SWEEP_EVENTS
} sweep_event;

enum { SWEEP_DETAIL_TEXT = 512 };

typedef struct sweep_entry {
    sweep_event event;
    char trace_hash[POISE_HASH_TEXT], config_hash[POISE_HASH_TEXT];
    char detail[SWEEP_DETAIL_TEXT]; /* without tabs and line ends, cut to length */
} sweep_entry;

typedef struct sweep_journal {
    int file; /* descriptor, -1 = closed */
    char path[4096];
} sweep_journal;

/* Opens for appending, behind a line end. */
int sweep_journal_open(sweep_journal *journal, const char *path, poise_error *err);
/* Waits until the line is on the disk. */
int sweep_journal_write(sweep_journal *journal, const sweep_entry *entry, poise_error *err);
/* Removes a journal without an entry. */
void sweep_journal_close(sweep_journal *journal);

/* Calls `each` for every whole line of `text` in order; other lines are ignored. Hostile input; the text is
 * changed. */
void sweep_journal_parse(char *text, void (*each)(void *user, const sweep_entry *entry), void *user);
/* The same with a file; a missing one is POISE_FAILED. */
int sweep_journal_read(const char *path, void (*each)(void *user, const sweep_entry *entry), void *user,
                       poise_error *err);

#endif

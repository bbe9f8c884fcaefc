/* Messages and progress for people, always on stderr; results go to stdout by the caller. */
#ifndef POISE_COMMON_LOG_H
#define POISE_COMMON_LOG_H

#include <stdint.h>

/* "poise: warning: ..." on stderr. Only the command and the harness call this, never a library room. */
void poise_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* "poise: ..." on stderr unless quiet. */
void poise_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void poise_set_quiet(int quiet);

typedef enum poise_progress_mode {
    POISE_PROGRESS_AUTO, /* only when stderr is a terminal */
    POISE_PROGRESS_ALWAYS,
    POISE_PROGRESS_NEVER,
    POISE_PROGRESS_JSON, /* one JSON object a line */
} poise_progress_mode;

typedef struct poise_progress poise_progress;

/* A progress line "LABEL 120/300 (40 %) 12.3 UNIT/s, 15 s left". Thread-safe; redrawn at most 5 times a
 * second. Returns NULL when nothing is to be shown, which every other function accepts. */
poise_progress *poise_progress_begin(const char *label, const char *unit, uint64_t total,
                                     poise_progress_mode mode);
void poise_progress_add(poise_progress *progress, uint64_t done);
/* Erases the line and frees `progress`. */
void poise_progress_end(poise_progress *progress);

/* Seconds on a monotonic clock. */
double poise_now(void);
/* Seconds of processor time of the calling thread, and of the whole process. */
double poise_thread_seconds(void);
double poise_process_seconds(void);

#endif

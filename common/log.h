/* Messages and progress for people, always on stderr; results go to stdout by the caller. */
#ifndef POISE_COMMON_LOG_H
#define POISE_COMMON_LOG_H

#include <stdint.h>

/* "poise: warning: ..." on stderr. Only the command and the harness call this, never a library. */
void poise_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* "poise: ..." on stderr unless quiet. */
void poise_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
void poise_set_quiet(int quiet);

typedef enum poise_progress_mode {
    POISE_PROGRESS_AUTO,   /* on a terminal as ALWAYS, elsewhere a line now and then */
    POISE_PROGRESS_ALWAYS, /* one line that is drawn again and again */
    POISE_PROGRESS_NEVER,
    POISE_PROGRESS_JSON, /* one JSON object a line */
} poise_progress_mode;

/* Seconds between two lines of AUTO off a terminal; 30 unless this environment variable says otherwise. */
#define POISE_PROGRESS_SECONDS "POISE_PROGRESS_SECONDS"

typedef struct poise_progress poise_progress;

/* A progress line "LABEL 120/300 (40 %) 12.3 UNIT/s, 15 s left". Thread-safe; redrawn at most 5 times a
 * second, or written at most every 30 seconds, the first one after 5. Returns NULL when nothing is to be
 * shown, which every other function accepts. */
poise_progress *poise_progress_begin(const char *label, const char *unit, uint64_t total,
                                     poise_progress_mode mode);
/* The units are of unequal length: the time that is left follows from the work, in any measure, of which
 * there is `work` in all. Before the first poise_progress_add. */
void poise_progress_expect(poise_progress *progress, double work);
/* So many units are done, which were `work`. */
void poise_progress_add_work(poise_progress *progress, uint64_t done, double work);
/* The same where units are of equal length. */
void poise_progress_add(poise_progress *progress, uint64_t done);
/* So many units are not needed after all. */
void poise_progress_spare(poise_progress *progress, uint64_t spared, double work);
/* Erases the line, if it was drawn, and frees `progress`. */
void poise_progress_end(poise_progress *progress);

/* "40 s", "12 min" or "3 h 20 min" to `text`. */
enum { POISE_DURATION_TEXT = 32 };
void poise_duration(char text[POISE_DURATION_TEXT], double seconds);

/* Seconds on a monotonic clock. */
double poise_now(void);
/* Seconds of processor time of the calling thread, and of the whole process. */
double poise_thread_seconds(void);
double poise_process_seconds(void);

#endif

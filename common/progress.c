#include "common/log.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double seconds_between_drawings = 0.2;
/* Off a terminal (our choice): soon enough to tell how long it will take, then not more than a log can bear.
 */
static const double seconds_before_lines = 5, seconds_between_lines = 30;

typedef enum progress_form { FORM_DRAWN, FORM_LINES, FORM_JSON } progress_form;

struct poise_progress {
    pthread_mutex_t lock; /* guards everything below */
    char label[64], unit[32];
    uint64_t done, spared, total; /* units; spared ones are none of the others */
    double work_done, work_left;
    double began;
    double due; /* when the next line is */
    double interval;
    progress_form form;
};

static double seconds_on(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double poise_now(void)
{
    return seconds_on(CLOCK_MONOTONIC);
}

double poise_thread_seconds(void)
{
    return seconds_on(CLOCK_THREAD_CPUTIME_ID);
}

double poise_process_seconds(void)
{
    return seconds_on(CLOCK_PROCESS_CPUTIME_ID);
}

static double seconds_of_environment(double otherwise)
{
    const char *text = getenv(POISE_PROGRESS_SECONDS);
    char *end = NULL;
    const double seconds = text == NULL ? otherwise : strtod(text, &end);
    return end == text || !(seconds >= 0) ? otherwise : seconds;
}

static progress_form form_of(poise_progress_mode mode)
{
    if (mode == POISE_PROGRESS_JSON)
        return FORM_JSON;
    return mode == POISE_PROGRESS_AUTO && !isatty(STDERR_FILENO) ? FORM_LINES : FORM_DRAWN;
}

static void set_pace(poise_progress *progress)
{
    progress->interval = seconds_between_drawings;
    progress->due = progress->began;
    if (progress->form != FORM_LINES)
        return;
    progress->interval = seconds_of_environment(seconds_between_lines);
    progress->due += fmin(progress->interval, seconds_before_lines);
}

poise_progress *poise_progress_begin(const char *label, const char *unit, uint64_t total,
                                     poise_progress_mode mode)
{
    if (mode == POISE_PROGRESS_NEVER)
        return NULL;
    poise_progress *progress = calloc(1, sizeof *progress);
    if (progress == NULL)
        return NULL;
    if (pthread_mutex_init(&progress->lock, NULL) != 0) {
        free(progress);
        return NULL;
    }
    snprintf(progress->label, sizeof progress->label, "%s", label);
    snprintf(progress->unit, sizeof progress->unit, "%s", unit);
    progress->total = total;
    progress->work_left = (double)total;
    progress->began = poise_now();
    progress->form = form_of(mode);
    set_pace(progress);
    return progress;
}

void poise_progress_expect(poise_progress *progress, double work)
{
    if (progress != NULL)
        progress->work_left = work;
}

void poise_duration(char text[POISE_DURATION_TEXT], double seconds)
{
    const double minutes = round(seconds / 60);
    if (seconds < 99.5)
        snprintf(text, POISE_DURATION_TEXT, "%.0f s", seconds);
    else if (minutes < 100)
        snprintf(text, POISE_DURATION_TEXT, "%.0f min", minutes);
    else
        snprintf(text, POISE_DURATION_TEXT, "%.0f h %02.0f min", floor(minutes / 60), fmod(minutes, 60));
}

/* Labels come from file names, so JSON's two special characters and control characters are escaped. */
static void print_json_string(const char *text)
{
    fputc('"', stderr);
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(stderr, "\\%c", c);
        else if (c < 0x20)
            fprintf(stderr, "\\u%04x", c);
        else
            fputc(c, stderr);
    }
    fputc('"', stderr);
}

static void draw_json(const poise_progress *progress, double elapsed)
{
    fputs("{\"label\": ", stderr);
    print_json_string(progress->label);
    fprintf(stderr,
            ", \"done\": %" PRIu64 ", \"total\": %" PRIu64 ", \"unit\": ", progress->done + progress->spared,
            progress->total);
    print_json_string(progress->unit);
    fprintf(stderr, ", \"seconds\": %.3f}\n", elapsed);
}

static void draw_text(const poise_progress *progress, double elapsed)
{
    const bool is_line = progress->form == FORM_LINES;
    const uint64_t done = progress->done + progress->spared;
    const double rate = elapsed > 0 ? (double)progress->done / elapsed : 0;
    const double left = progress->work_done > 0 ? elapsed * progress->work_left / progress->work_done : 0;
    const double percent = progress->total > 0 ? 100.0 * (double)done / (double)progress->total : 100.0;
    char time[POISE_DURATION_TEXT];
    poise_duration(time, fmax(left, 0));
    fprintf(stderr, "%s%s %" PRIu64 "/%" PRIu64 " (%.0f %%) %.*f %s/s, %s left%s", is_line ? "poise: " : "\r",
            progress->label, done, progress->total, percent, rate < 1 ? 3 : 1, rate, progress->unit, time,
            is_line ? "\n" : "\033[K");
}

static void draw(poise_progress *progress, double now)
{
    const double elapsed = now - progress->began;
    flockfile(stderr);
    if (progress->form == FORM_JSON)
        draw_json(progress, elapsed);
    else
        draw_text(progress, elapsed);
    fflush(stderr);
    funlockfile(stderr);
    progress->due = now + progress->interval;
}

void poise_progress_add_work(poise_progress *progress, uint64_t done, double work)
{
    if (progress == NULL)
        return;
    pthread_mutex_lock(&progress->lock);
    progress->done += done;
    progress->work_done += work;
    progress->work_left -= work;
    const double now = poise_now();
    if (now >= progress->due)
        draw(progress, now);
    pthread_mutex_unlock(&progress->lock);
}

void poise_progress_add(poise_progress *progress, uint64_t done)
{
    poise_progress_add_work(progress, done, (double)done);
}

void poise_progress_spare(poise_progress *progress, uint64_t spared, double work)
{
    if (progress == NULL)
        return;
    pthread_mutex_lock(&progress->lock);
    progress->spared += spared;
    progress->work_left -= work;
    pthread_mutex_unlock(&progress->lock);
}

void poise_progress_end(poise_progress *progress)
{
    if (progress == NULL)
        return;
    if (progress->form == FORM_JSON)
        draw(progress, poise_now()); /* the last line states the end, whenever the one before was drawn */
    else if (progress->form == FORM_DRAWN)
        fputs("\r\033[K", stderr);
    pthread_mutex_destroy(&progress->lock);
    free(progress);
}

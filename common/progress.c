#include "common/log.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double seconds_between_lines = 0.2;

struct poise_progress {
    pthread_mutex_t lock; /* guards everything below */
    char label[64], unit[32];
    uint64_t done, total;
    double began, drawn;
    bool json;
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

poise_progress *poise_progress_begin(const char *label, const char *unit, uint64_t total,
                                     poise_progress_mode mode)
{
    if (mode == POISE_PROGRESS_NEVER || (mode == POISE_PROGRESS_AUTO && !isatty(STDERR_FILENO)))
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
    progress->began = poise_now();
    progress->json = mode == POISE_PROGRESS_JSON;
    return progress;
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

static void draw(poise_progress *progress, double now)
{
    const double elapsed = now - progress->began;
    const double rate = elapsed > 0 ? (double)progress->done / elapsed : 0;
    const double left =
        rate > 0 && progress->done < progress->total ? (double)(progress->total - progress->done) / rate : 0;
    const double percent =
        progress->total > 0 ? 100.0 * (double)progress->done / (double)progress->total : 100.0;
    flockfile(stderr);
    if (progress->json) {
        fputs("{\"label\": ", stderr);
        print_json_string(progress->label);
        fprintf(stderr, ", \"done\": %" PRIu64 ", \"total\": %" PRIu64 ", \"unit\": ", progress->done,
                progress->total);
        print_json_string(progress->unit);
        fprintf(stderr, ", \"seconds\": %.3f}\n", elapsed);
    } else {
        fprintf(stderr, "\r%s %" PRIu64 "/%" PRIu64 " (%.0f %%) %.1f %s/s, %.0f s left\033[K",
                progress->label, progress->done, progress->total, percent, rate, progress->unit, left);
    }
    fflush(stderr);
    funlockfile(stderr);
    progress->drawn = now;
}

void poise_progress_add(poise_progress *progress, uint64_t done)
{
    if (progress == NULL)
        return;
    pthread_mutex_lock(&progress->lock);
    progress->done += done;
    const double now = poise_now();
    if (now - progress->drawn >= seconds_between_lines)
        draw(progress, now);
    pthread_mutex_unlock(&progress->lock);
}

void poise_progress_end(poise_progress *progress)
{
    if (progress == NULL)
        return;
    if (progress->json)
        draw(progress, poise_now()); /* the last line states the end, whenever the one before was drawn */
    else
        fputs("\r\033[K", stderr);
    pthread_mutex_destroy(&progress->lock);
    free(progress);
}

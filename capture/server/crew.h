/* The workers of a server: processes that run the groups of launches. A worker is forked when a launch first
 * needs it and stays for the launches that follow; one that fails ends, and the next launch has a new one. So
 * does a launch after a program was loaded, or the first that has buffers: workers know the programs and the
 * device memory of the moment at which they were forked. */
#ifndef POISE_CAPTURE_CREW_H
#define POISE_CAPTURE_CREW_H

#include "capture/runtime/shadow.h"
#include "capture/server/host.h"
#include "capture/server/programs.h"
#include "capture/server/settings.h"
#include "trace/format/bytes.h"

#include <stdatomic.h>
#include <sys/types.h>

/* What a worker says besides its stream; in shared memory, so that it can do so in a signal handler. */
typedef struct capture_worker_slot {
    char failure[POISE_ERROR_TEXT]; /* "" = none */
    char warning[POISE_ERROR_TEXT]; /* first access out of bounds when these only warn */
    uint64_t warning_warp, n_warnings;
    char absence[POISE_ERROR_TEXT]; /* first barrier that work-items never reached, "" = none */
    uint64_t absence_warp;
} capture_worker_slot;

/* Shared by the workers of a launch. */
typedef struct capture_board {
    _Atomic uint64_t next_chunk, groups_done;
    atomic_bool conflict; /* two workers' accesses depend on their order: all stop */
    capture_worker_slot slot[CAPTURE_MOST_WORKERS];
} capture_board;

typedef struct capture_member {
    pid_t process; /* 0 = none */
    int orders;    /* socket: orders are sent here, */
    int stream;    /* pipe: and what the worker does is read here; -1 = has ended */
} capture_member;

typedef struct capture_crew {
    const capture_settings *settings;
    const capture_programs *programs;
    capture_host host;
    capture_board *board;
    capture_shadow shadow;    /* cleared by who starts a launch with notes of accesses */
    uint64_t programs_loaded; /* when the members were forked, */
    int segment;              /* and the device memory, -1 = none */
    capture_member member[CAPTURE_MOST_WORKERS];
} capture_crew;

/* Makes what the workers share. */
int capture_crew_open(capture_crew *crew, const capture_host *host, const capture_settings *settings,
                      const capture_programs *programs, poise_error *err);

/* Sends an order to worker w, which is forked when there is none. */
int capture_crew_send(capture_crew *crew, unsigned w, const trace_bytes *order, poise_error *err);

/* Whether worker w, whose stream has ended, has read the whole of its last order: otherwise it has begun
 * nothing. */
bool capture_crew_has_read(const capture_crew *crew, unsigned w);

/* Waits for the end of worker w, whose stream has ended; returns its status, see waitpid(2). */
int capture_crew_reap(capture_crew *crew, unsigned w);
/* Ends worker w, whatever it does, if there is one. */
void capture_crew_dismiss(capture_crew *crew, unsigned w);
void capture_crew_dismiss_all(capture_crew *crew);

/* What a worker does, in its own process, until it fails or its crew is gone; the result is its exit code. */
int capture_worker_run(const capture_crew *crew, unsigned w, int orders, int stream);

#endif

/* The workers of a launch: processes that run its groups. Groups are handed out in chunks of consecutive
 * ones; each worker takes the next chunk, runs it and sends the warps that it recorded through its stream. */
#ifndef POISE_CAPTURE_TEAM_H
#define POISE_CAPTURE_TEAM_H

#include "profile/capture/runtime/launch.h"
#include "profile/capture/server/settings.h"

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

typedef struct capture_team_board {
    _Atomic uint64_t next_chunk, groups_done;
    atomic_bool conflict; /* two workers' accesses depend on their order: all stop */
    capture_worker_slot slot[CAPTURE_MOST_WORKERS];
} capture_team_board;

/* Messages of a stream. */
typedef enum capture_stream_kind {
    STREAM_CHUNK = 1, /* number of the chunk that follows */
    STREAM_WARPS,     /* of trace_encoder_finish_warp */
    STREAM_TEXT,      /* that the kernel has printed */
    STREAM_TEXT_LOST, /* how many texts more had no room */
    STREAM_END,       /* of the chunk: capture_totals */
} capture_stream_kind;

typedef struct capture_team {
    const capture_launch *launch;
    const trace_header *header; /* NULL = run without a trace */
    const capture_settings *settings;
    unsigned n_workers;
    uint64_t n_groups, chunk_groups, n_chunks;
    capture_team_board *board;
    pid_t worker[CAPTURE_MOST_WORKERS]; /* 0 = ended */
    int stream[CAPTURE_MOST_WORKERS];   /* read here; -1 = ended */
} capture_team;

/* Divides the launch and makes the board. */
int capture_team_open(capture_team *team, poise_error *err);
/* Forks the workers. */
int capture_team_start(capture_team *team, poise_error *err);
/* Ends what still runs and frees the board. */
void capture_team_close(capture_team *team);

/* Waits for worker w, whose stream has ended. POISE_FAILED with the reason when it did not end well. */
int capture_team_reap(capture_team *team, unsigned w, poise_error *err);

/* What worker number w of the team does, in its own process; the result is its exit code. */
int capture_worker_run(const capture_team *team, unsigned w, int stream);

#endif

/* The workers of one launch. Groups are handed out in chunks of consecutive ones; each worker takes the next
 * chunk, runs it and sends the warps that it recorded through its stream. */
#ifndef POISE_CAPTURE_TEAM_H
#define POISE_CAPTURE_TEAM_H

#include "capture/runtime/launch.h"
#include "capture/server/crew.h"

/* How a launch is divided; its order to a worker begins with it, and the capture_order follows. */
typedef struct capture_share {
    uint64_t n_groups, chunk_groups, n_chunks;
    uint64_t notes_accesses; /* in the shadow: other workers run groups at the same time */
} capture_share;

/* Messages of a stream. */
typedef enum capture_stream_kind {
    STREAM_CHUNK = 1, /* number of the chunk that follows */
    STREAM_WARPS,     /* of trace_encoder_finish_warp */
    STREAM_TEXT,      /* that the kernel has printed */
    STREAM_TEXT_LOST, /* how many texts more had no room */
    STREAM_END,       /* of the chunk: capture_totals */
    STREAM_DONE,      /* no chunk is left: processor time that the launch took, a double in seconds */
} capture_stream_kind;

typedef struct capture_team {
    capture_crew *crew;
    const capture_launch *launch;
    unsigned n_workers; /* 0 .. n_workers - 1 of the crew */
    capture_share share;
    trace_bytes order;  /* as it is sent to workers */
    unsigned n_renewed; /* workers that were ended before they had begun, and replaced */
} capture_team;

/* Divides the launch for at most `n_workers` workers. */
capture_team capture_team_make(capture_crew *crew, const capture_launch *launch, unsigned n_workers,
                               bool notes_accesses);
/* Sends all workers the launch. `order` is the encoded capture_order. */
int capture_team_start(capture_team *team, const trace_bytes *order, poise_error *err);
/* Ends the workers that are at the launch, after a failure. */
void capture_team_stop(capture_team *team);
void capture_team_close(capture_team *team);

/* Waits for worker w, whose stream has ended. One that another process has ended before it took the order is
 * replaced. POISE_FAILED with the reason when it did not end well. */
int capture_team_reap(capture_team *team, unsigned w, poise_error *err);

#endif

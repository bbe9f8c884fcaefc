/* Reads the streams of a team and gives what was recorded to the trace writer in the order of groups. */
#ifndef POISE_CAPTURE_COLLECT_H
#define POISE_CAPTURE_COLLECT_H

#include "capture/server/team.h"
#include "trace/format/bytes.h"

typedef enum capture_verdict {
    VERDICT_DONE,
    VERDICT_FAILED,   /* a kernel failed, or the trace cannot be written */
    VERDICT_CONFLICT, /* groups influence each other: the launch has to run in order */
    VERDICT_TIME,     /* the time limit has passed */
} capture_verdict;

typedef struct capture_outcome {
    capture_totals totals; /* of a traced launch */
    double seconds;        /* of processor time */
    trace_bytes text;      /* that the kernel has printed; the caller frees it */
    uint64_t texts_lost;
    char warning[POISE_ERROR_TEXT]; /* first access out of bounds when these only warn; "" = none */
    char absence[POISE_ERROR_TEXT]; /* first barrier that work-items never reached; "" = none */
} capture_outcome;

/* Until all workers are done. `writer` is NULL for a launch without a trace. Ends the process when the traced
 * program ends. */
capture_verdict capture_collect(capture_team *team, trace_writer *writer, capture_outcome *outcome,
                                poise_error *err);

#endif

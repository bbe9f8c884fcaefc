/* What all processes of one capture have launched. Programs fork, and scripts run several: each launch gets a
 * number of its own, as its trace does. */
#ifndef POISE_CAPTURE_PLATFORM_SESSION_TALLY_H
#define POISE_CAPTURE_PLATFORM_SESSION_TALLY_H

#include <stdatomic.h>

typedef struct capture_tally {
    atomic_uint n_launches;
    atomic_uint n_buffers;      /* numbers given by buffer_log.h */
    atomic_ullong n_warp_insts; /* traced */
    atomic_ullong pack_end;     /* where the next trace goes in the pack, pack_trace.h */
} capture_tally;

/* Of this capture, or of this process without `poise capture`. NULL when the capture has ended. */
capture_tally *capture_tally_get(void);

#endif

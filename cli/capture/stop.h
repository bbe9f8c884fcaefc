/* `poise capture --stop-after`: ending a program when its last launch is complete. */
#ifndef POISE_CLI_CAPTURE_STOP_H
#define POISE_CLI_CAPTURE_STOP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct capture_stop {
    int64_t after;     /* number of the last launch; -1 = none */
    const char *tally; /* paths of the files of these names in the scratch folder */
    const char *turns;
} capture_stop;

struct capture_tally;
/* Reads the tally of the launches; false when that fails. */
bool capture_tally_read(const char *path, struct capture_tally *tally);

/* Whether all launches up to the last one have ended. */
bool capture_stop_is_due(const capture_stop *stop);

/* Ends all descendants of this process, by SIGTERM and after two seconds, or at once, by SIGKILL, and waits
 * for them: it is to be their subreaper. False when some cannot be ended. */
bool capture_stop_descendants(bool at_once);

#endif

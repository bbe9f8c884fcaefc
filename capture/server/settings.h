/* How launches are run: what `poise capture` has put into the environment. */
#ifndef POISE_CAPTURE_SETTINGS_H
#define POISE_CAPTURE_SETTINGS_H

#include "capture/confinement.h"

#include <stdbool.h>

typedef struct capture_settings {
    unsigned threads;  /* workers that run groups at the same time, >= 1 */
    double time_limit; /* seconds per launch, 0 = none */
    bool only_warns;   /* of accesses out of bounds */
    bool shows_progress;
    capture_confinement confinement; /* of workers */
} capture_settings;

capture_settings capture_settings_read(void);

#endif

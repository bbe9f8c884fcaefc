/* What earlier launches of a kernel have shown. */
#ifndef POISE_CAPTURE_EXPERIENCE_H
#define POISE_CAPTURE_EXPERIENCE_H

#include <stdbool.h>

typedef struct capture_experience {
    bool in_order;            /* the order of groups matters */
    bool told_absence;        /* that work-items have never reached a barrier: once is enough */
    double seconds_per_group; /* of processor time in the last launch; 0 = none yet */
} capture_experience;

#endif

/* What the work-items of a launch print (OpenCL 1.2 section 6.12.13). It is kept until the launch has ended:
 * groups in the order in which they run, the work-items of a group in the order of their local ids. */
#ifndef POISE_CAPTURE_PRINT_H
#define POISE_CAPTURE_PRINT_H

#include <stddef.h>

enum {
    CAPTURE_PRINT_BYTES = 16 << 20
}; /* of a launch; what does not fit is lost, as on a GPU. Our choice. */

/* Puts what the group has printed in order; to be called at its end. */
void capture_print_finish_group(void);

/* All text of the groups that have ended since the last capture_print_clear(); `*lost` is how many calls of
 * printf did not fit. It is valid until the next call of a function of this file. */
const char *capture_print_text(size_t *bytes, size_t *lost);
void capture_print_clear(void);

#endif

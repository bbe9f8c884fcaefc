/* From an order to a launch that can run: the program that it names, its arguments, local memory and the
 * ranges that it may access. */
#ifndef POISE_CAPTURE_PREPARE_H
#define POISE_CAPTURE_PREPARE_H

#include "capture/order.h"
#include "capture/runtime/launch.h"

typedef struct capture_prepared {
    capture_launch launch;
    uint64_t *pointers;  /* values of pointer arguments */
    char *local_memory;  /* of __local arguments; NULL = none */
    size_t local_mapped; /* bytes, with what lies beside it */
    char *values;        /* of arguments by value */
} capture_prepared;

/* `prepared` points into `order` and `image`. After a failure there is nothing to free. */
int capture_prepare(const capture_order *order, const capture_program_image *image,
                    capture_prepared *prepared, poise_error *err);
void capture_prepared_free(capture_prepared *prepared);

#endif

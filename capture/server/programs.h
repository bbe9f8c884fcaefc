/* The programs that the traced program has built, by the numbers that it gave them. */
#ifndef POISE_CAPTURE_PROGRAMS_H
#define POISE_CAPTURE_PROGRAMS_H

#include "capture/runtime/program_image.h"
#include "capture/server/experience.h"

typedef struct capture_program {
    uint64_t number;
    int file; /* its binary, open as long as it is loaded */
    capture_program_image image;
    capture_experience *experience; /* per kernel */
    struct capture_program *next;
} capture_program;

typedef struct capture_programs {
    capture_program *first;
    uint64_t n_loaded; /* so far */
} capture_programs;

/* Loads a binary; one of the same number is replaced. */
int capture_programs_load(capture_programs *programs, uint64_t number, const void *binary, size_t size,
                          poise_error *err);
void capture_programs_unload(capture_programs *programs, uint64_t number);
/* NULL when there is none. */
capture_program *capture_programs_find(const capture_programs *programs, uint64_t number);

#endif

/* The option string of clBuildProgram as words for the front end. */
#ifndef POISE_CAPTURE_BUILD_OPTIONS_H
#define POISE_CAPTURE_BUILD_OPTIONS_H

#include "common/error.h"

#include <stddef.h>

typedef struct capture_options {
    char *text;   /* the words, each NUL-terminated */
    char **words; /* NULL-terminated; only what the front end is to see */
    size_t n_words;
} capture_options;

/* Splits at blanks outside quotes and checks every word: macros, include folders and the options of
 * OpenCL 1.2 section 5.6.4 pass; vendors' options (-cl-nv-..., -g and the like) are dropped; anything else is
 * POISE_USAGE, so that a program cannot steer the compiler through its option string. */
int capture_options_parse(const char *string, capture_options *options, poise_error *err);
void capture_options_free(capture_options *options);

#endif

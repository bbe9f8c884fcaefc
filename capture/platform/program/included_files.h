/* The files that compiling a text may read. */
#ifndef POISE_CAPTURE_PLATFORM_PROGRAM_INCLUDED_FILES_H
#define POISE_CAPTURE_PLATFORM_PROGRAM_INCLUDED_FILES_H

#include "common/hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct capture_file_set {
    size_t n;
    struct capture_file_number {
        dev_t device;
        ino_t inode;
    } * files;
} capture_file_set;

typedef struct capture_text {
    const char *name, *data; /* name: under which others may include it; "" = none */
    size_t bytes;
} capture_text;

/* Adds to `hash` every place where a preprocessor may look for what the texts include, and what is there: the
 * content of the file or its absence. `words` are the words of the build options (build_options.h). `found`
 * receives the files that are there and is the caller's to free, after a failure as well. False when it
 * cannot be said (include_scan.h), or when there is too much of it. */
bool capture_hash_included(poise_hash *hash, const capture_text *texts, size_t n, char *const *words,
                           size_t n_words, capture_file_set *found);

/* Whether the rule for make that clang has written to `path` names only files of `found`, files in `folder`,
 * `prelude`, which is included before every program, and clang's own declarations of OpenCL. */
bool capture_rule_is_within(const char *path, const capture_file_set *found, const char *folder,
                            const char *prelude);

void capture_file_set_free(capture_file_set *set);

#endif

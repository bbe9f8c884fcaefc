/* Files that fuzz targets hand to readers: in a folder of the process, made once in TMPDIR, which fuzz/run.sh
 * sets to one in memory; a folder for each input, on a disk, is most of the time of a target. Included once,
 * before the target. */
#ifndef POISE_FUZZ_FOLDER_H
#define POISE_FUZZ_FOLDER_H

#include "common/file.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FUZZ_PATH = 256 };

static char fuzz_folder_name[FUZZ_PATH - 32];

static inline void fuzz_remove_folder(void)
{
    poise_remove_folder(fuzz_folder_name);
}

/* Its name. Targets remove what they have written. */
static inline char *fuzz_folder(void)
{
    poise_error err;
    if (fuzz_folder_name[0] != '\0')
        return fuzz_folder_name;
    if (poise_make_scratch(NULL, "poise-fuzz", fuzz_folder_name, sizeof fuzz_folder_name, &err) != POISE_OK) {
        fprintf(stderr, "%s\n", err.text);
        exit(1); /* not what the target is tested for */
    }
    atexit(fuzz_remove_folder);
    return fuzz_folder_name;
}

static inline void fuzz_path(char path[FUZZ_PATH], const char *name)
{
    snprintf(path, FUZZ_PATH, "%s/%s", fuzz_folder(), name);
}

/* The file of this name with `data`, and behind it a text; its path in `path`. */
static inline bool fuzz_write(char path[FUZZ_PATH], const char *name, const void *data, size_t size,
                              const char *tail)
{
    fuzz_path(path, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    const bool is_written = fwrite(data, 1, size, file) == size && fputs(tail, file) >= 0;
    return fclose(file) == 0 && is_written;
}

#endif

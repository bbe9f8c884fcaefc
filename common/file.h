/* Files that are either whole or absent: written under a temporary name in the same folder, flushed,
 * fsynced, renamed, and the folder fsynced. */
#ifndef POISE_COMMON_FILE_H
#define POISE_COMMON_FILE_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct poise_atomic_file {
    FILE *stream;    /* write here */
    char *path;      /* final name */
    char *temporary; /* name until committed; libraries that open by name (HDF5) use this one */
} poise_atomic_file;

/* Opens a temporary file beside `path`. On failure nothing is left behind. What exists under `path` and is no
 * regular file, such as a folder or a device, is refused. */
int poise_atomic_open(poise_atomic_file *file, const char *path, poise_error *err);
/* Flushes, checks for write errors, fsyncs, renames. On failure the temporary file is removed. */
int poise_atomic_commit(poise_atomic_file *file, poise_error *err);
/* The same without waiting for the disk: for one of many files, which poise_sync_folder makes durable
 * together. Until then a crash of the machine may lose it. */
int poise_atomic_publish(poise_atomic_file *file, poise_error *err);
/* Waits until everything that was written to the file system of `folder` is on its disk. */
int poise_sync_folder(const char *folder, poise_error *err);
/* Removes the temporary file. Harmless after commit or on a zeroed struct. */
void poise_atomic_abort(poise_atomic_file *file);

/* Whether a file of this name is a temporary one of any path. */
bool poise_atomic_is_temporary(const char *name);

/* Removes the temporary files of `path` that processes have left which were killed while they wrote it. */
void poise_atomic_clean(const char *path);

/* Whether a file can be made at `path`, for commands that work long before they write. Leaves nothing behind.
 */
int poise_atomic_check(const char *path, poise_error *err);

/* Creates an empty temporary file beside `path` and closes it, for libraries that open by name (HDF5 with
 * H5F_ACC_TRUNC); poise_atomic_commit then opens, fsyncs and renames what the library has written and closed.
 */
int poise_atomic_reserve(poise_atomic_file *file, const char *path, poise_error *err);

/* Reads a whole regular file of at most `limit` bytes into a malloc'ed, NUL-terminated buffer (*size excludes
 * the NUL). The caller frees. A missing file is POISE_FAILED, a larger one POISE_DAMAGED. */
int poise_read_file(const char *path, size_t limit, char **data, size_t *size, poise_error *err);

/* Makes a new folder BASE/NAME-XXXXXX, for files of a while; a NULL base is TMPDIR or /tmp. Writes its path.
 */
int poise_make_scratch(const char *base, const char *name, char *path, size_t size, poise_error *err);
/* With all that is in it; what cannot be removed stays. */
void poise_remove_folder(const char *path);

/* mkdir -p */
int poise_make_folders(const char *path, poise_error *err);

/* Path of the running executable. */
int poise_own_path(char *out, size_t size, poise_error *err);

/* Path of a file that belongs to the command ("presets/thesis-ch5.conf"): looks in the folder of the running
 * executable, in ../lib/poise and ../share/poise beside it, and in the source tree around a build folder.
 * Writes to `out`; POISE_FAILED with a sentence when absent. */
int poise_find_installed(const char *name, char *out, size_t size, poise_error *err);

#endif

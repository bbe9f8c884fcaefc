/* The one wrapper of HDF5. Files are either whole or absent, the same content gives the same bytes, and a
 * file that is read is not trusted: it is taken into memory once, links, filters, types and sizes are
 * checked before a byte of a data set is read.
 *
 * Data sets are chunked, shuffled, deflated (level 4) and checksummed (fletcher32), and carry `units` and
 * `long_name` (netCDF and CF conventions). Names are absolute paths such as "/cycles". Not for use by several
 * threads at once. */
#ifndef POISE_COMMON_H5_H
#define POISE_COMMON_H5_H

#include "common/error.h"
#include "common/hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { POISE_H5_MAX_RANK = 3 };

/* Follows the last byte of the HDF5 file, with the hash (common/hash.h) of all bytes before: HDF5 programs do
 * not notice it, and no damaged byte reaches HDF5's parser. */
#define POISE_H5_SEAL "poise-seal %s\n"

typedef struct poise_h5 poise_h5;

typedef struct poise_h5_shape {
    int rank; /* 1..POISE_H5_MAX_RANK */
    uint64_t size[POISE_H5_MAX_RANK];
} poise_h5_shape;

/* Elements of a data set of this shape; UINT64_MAX when the product does not fit. */
uint64_t poise_h5_elements(poise_h5_shape shape);

/* What a data set says about itself. */
typedef struct poise_h5_column {
    const char *name;      /* "/cycles" */
    const char *units;     /* "core cycle"; "1" for a pure number, "" for text */
    const char *long_name; /* one line */
    /* Per dimension the one-dimensional data set that is its dimension scale, such as "/kernel"; NULL = none.
     * Scales are attached by poise_h5_commit, when all data sets exist. */
    const char *axis[POISE_H5_MAX_RANK];
} poise_h5_column;

/* Whether a file may hold the text: one line or several, no control characters that a terminal would obey.
 * Readers refuse others. */
bool poise_h5_is_text(const char *text);

/* From the next file on, a crash of HDF5 and its calls of exit() end this process with a sentence and
 * POISE_FAILED; asked for by a program that owns its process. */
void poise_h5_guard_enable(void);

/* ---- writing: errors are POISE_FAILED ---- */

/* Starts a file that will appear under `path` only by poise_h5_commit. */
int poise_h5_create(poise_h5 **file, const char *path, poise_error *err);
/* Attaches the dimension scales, closes the file, puts it in place and frees `file` (also on failure, which
 * leaves no file behind). */
int poise_h5_commit(poise_h5 *file, poise_error *err);

/* Attributes of the object `object`: "/" or a data set. */
int poise_h5_put_text(poise_h5 *file, const char *object, const char *key, const char *text,
                      poise_error *err);
int poise_h5_put_u64(poise_h5 *file, const char *object, const char *key, uint64_t value, poise_error *err);

/* Data sets, row-major. `fill` is stored as the fill value and as `_FillValue`: the mark of an absent
 * element. The fill value of real data is NaN. */
int poise_h5_write_u64(poise_h5 *file, const poise_h5_column *column, poise_h5_shape shape,
                       const uint64_t *data, uint64_t fill, poise_error *err);
int poise_h5_write_real(poise_h5 *file, const poise_h5_column *column, poise_h5_shape shape,
                        const double *data, poise_error *err);
/* `n` texts as fixed-length UTF-8 strings of the longest one. */
int poise_h5_write_texts(poise_h5 *file, const poise_h5_column *column, uint64_t n, const char *const *texts,
                         poise_error *err);

/* ---- reading: a missing file is POISE_FAILED, everything wrong with its content POISE_DAMAGED ---- */

int poise_h5_open(poise_h5 **file, const char *path, poise_error *err);
/* Frees `file`; one that is being written is dropped without a trace. NULL is fine. */
void poise_h5_close(poise_h5 *file);
/* Hash in the seal of a file opened for reading: its identity. */
const char *poise_h5_hash(const poise_h5 *file);

/* The text is malloc'ed, NUL-terminated; the caller frees. Longer than `limit` bytes is damage. */
int poise_h5_get_text(poise_h5 *file, const char *object, const char *key, size_t limit, char **text,
                      poise_error *err);
int poise_h5_get_u64(poise_h5 *file, const char *object, const char *key, uint64_t *value, poise_error *err);

/* Whether the file has a data set, or anything else, of this name. */
bool poise_h5_has(poise_h5 *file, const char *name);
/* Shape of a data set. */
int poise_h5_shape_of(poise_h5 *file, const char *name, poise_h5_shape *shape, poise_error *err);
/* Reads a whole data set, whose shape must be exactly `shape`, into `data`. */
int poise_h5_read_u64(poise_h5 *file, const char *name, poise_h5_shape shape, uint64_t *data,
                      poise_error *err);
int poise_h5_read_real(poise_h5 *file, const char *name, poise_h5_shape shape, double *data,
                       poise_error *err);
/* Reads exactly `n` texts of at most `limit` bytes; *texts is one malloc'ed array of malloc'ed texts, freed
 * by poise_h5_free_texts. */
int poise_h5_read_texts(poise_h5 *file, const char *name, uint64_t n, size_t limit, char ***texts,
                        poise_error *err);
void poise_h5_free_texts(char **texts, uint64_t n);

/* ---- identity: what every file of the project says in its root ---- */

/* Writes `format`, `format_version`, `creator` (program and version) and `git_commit`. */
int poise_h5_put_identity(poise_h5 *file, const char *format, uint64_t version, poise_error *err);
/* Refuses a file of another format or version with a sentence that says what it is. */
int poise_h5_check_identity(poise_h5 *file, const char *format, uint64_t version, poise_error *err);
/* The same where files of all versions `oldest` .. `version` are read. */
int poise_h5_check_versions(poise_h5 *file, const char *format, uint64_t oldest, uint64_t version,
                            poise_error *err);

#endif

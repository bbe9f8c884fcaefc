/* What `poise probe` has measured and found, as a file of HDF5 that docs/DATA.md describes. A file may be of
 * a run that was interrupted: points that were not asked are NAN, and nothing is found yet. */
#ifndef POISE_PROBE_RESULT_RESULT_H
#define POISE_PROBE_RESULT_RESULT_H

#include "common/hash.h"
#include "probe/finding.h"
#include "probe/surface.h"

#define PROBE_FORMAT "poise probe"

enum {
    PROBE_FORMAT_VERSION = 1,
    PROBE_MOST_SUBJECT = 1024,  /* characters of its name (our choice, as the next) */
    PROBE_MOST_TEXT = 60 << 10, /* of a machine, and of policies: an HDF5 attribute holds less than 64 KiB */
    PROBE_MOST_FINDINGS = 1 << 12,
};

typedef struct probe_result {
    char *subject;         /* what was probed, for people; never NULL, as the next two */
    char *config_text;     /* the effective machine; "" = a device */
    char *policies;        /* of its memory side; "" = the baselines */
    char unit[PROBE_UNIT]; /* of times */
    double core_mhz;       /* clock of the cores, as the machine or the device says; 0 = unknown */
    probe_sweep sweep;
    probe_surface surface;
    probe_findings findings;    /* none unless complete */
    char hash[POISE_HASH_TEXT]; /* identity of a file that was read */
} probe_result;

static inline bool probe_result_is_device(const probe_result *result)
{
    return result->config_text[0] == '\0';
}

/* Frees what belongs to it; harmless on a zeroed struct. */
void probe_result_free(probe_result *result);

/* How many points of the surface there are, and how many have been asked. */
uint32_t probe_result_points(const probe_result *result);
uint32_t probe_result_asked(const probe_result *result);

/* In what two probes differ such that one cannot go on with the other, as the part of a sentence; NULL =
 * nothing. */
const char *probe_result_difference(const probe_result *one, const probe_result *other);

/* Atomic; the same result gives the same bytes. */
int probe_result_write(const char *path, const probe_result *result, poise_error *err);
/* Hostile input: on success every field is in the range that is stated here. The caller frees. */
int probe_result_read(const char *path, probe_result *result, poise_error *err);

#endif

/* What has been found out: a value or a range, how sure, and the evidence. Inferences append to a list of
 * these; the verb prints it, probe.h5 keeps it, and a machine is fitted from it. */
#ifndef POISE_PROBE_FINDING_H
#define POISE_PROBE_FINDING_H

#include "common/error.h"

#include <stdint.h>

enum { PROBE_NAME = 40, PROBE_UNIT = 24, PROBE_TEXT = 24, PROBE_WHY = 256 };

/* `name` is PART.VALUE: "l1.capacity", "l2.ways", "tlb1.entries", "dram.row_hit". */
typedef struct probe_finding {
    char name[PROBE_NAME];
    char unit[PROBE_UNIT]; /* "bytes", "" for counts, the bench's unit for times */
    char text[PROBE_TEXT]; /* a value that is no number: "LRU"; "": least and most are */
    double least, most;    /* equal: exact; infinite: not on this side; both NAN: not identifiable */
    double confidence;     /* 0 to 1: that the value lies between them. 1 where times are exact */
    char why[PROBE_WHY];   /* the evidence, or why it is not identifiable: part of a sentence */
} probe_finding;

typedef struct probe_findings {
    probe_finding *list;
    uint32_t n, capacity;
} probe_findings;

/* Appends one; `why` is a format. POISE_FAILED: no memory. */
int probe_found(probe_findings *findings, const char *name, const char *unit, double least, double most,
                double confidence, poise_error *err, const char *why, ...)
    __attribute__((format(printf, 8, 9)));
/* The same of a value in words: both bounds are NAN. */
int probe_found_text(probe_findings *findings, const char *name, const char *text, double confidence,
                     poise_error *err, const char *why, ...) __attribute__((format(printf, 6, 7)));
/* The same of a value that cannot be told. */
int probe_unknown(probe_findings *findings, const char *name, const char *unit, poise_error *err,
                  const char *why, ...) __attribute__((format(printf, 5, 6)));
/* NULL: nothing of this name. */
const probe_finding *probe_find(const probe_findings *findings, const char *name);
/* The value for people: "16 KB", "2 to 3 ways", "at least 64 MB", "not identifiable". */
enum { PROBE_VALUE = 192 };
void probe_value_text(char out[PROBE_VALUE], const probe_finding *finding);
void probe_findings_free(probe_findings *findings);

#endif

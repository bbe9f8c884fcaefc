/* What the files of probe/infer that ask a runner share: repeats, differences of launches, parts that are
 * inferred one after the other. */
#ifndef POISE_PROBE_INFER_ASKING_H
#define POISE_PROBE_INFER_ASKING_H

#include "probe/finding.h"
#include "probe/runner.h"

enum {
    ASKING_REPEATS = 9,      /* of a launch whose times differ; our choice */
    ASKING_USUAL_LANES = 32, /* of a warp, where its width cannot be told: CUDA's */
};
/* Of the median, between the second and the eighth of nine: 1 - 2 (1 + 9) / 2^9 (David and Nagaraja, Order
 * Statistics). */
#define ASKING_CONFIDENCE 0.96

/* A number with its range. */
typedef struct asking_span {
    double least, middle, most;
} asking_span;

typedef struct asking {
    probe_runner *runner;
    probe_findings *findings;
    uint32_t lanes, sms;    /* 0 = not identifiable */
    uint32_t warps, groups; /* that an SM holds at least */
    uint32_t stream_group;  /* work-items of a group that streams with an SM alone */
    asking_span latency;    /* of a load from memory; NAN = not known */
} asking;

/* Lanes of a warp as they are best taken when they are unknown: the usual. */
uint32_t asking_lanes(const asking *a);
double asking_confidence(const asking *a);

/* Time of a launch: once where it is exact, else of ASKING_REPEATS. `least` and `most` are the second and the
 * second last. All NAN: it does not fit into the machine. */
int asking_time(asking *a, const probe_launch *launch, asking_span *time, poise_error *err);
/* Only the median. */
int asking_median(asking *a, const probe_launch *launch, double *time, poise_error *err);

/* What a launch of x, 2x and 3x of something takes longer than one of x less: time of one of it. x is what
 * `*size`, a member of *launch, is when this is called, or twice and so on as much until a launch can be
 * timed; it is left so. The range covers both steps. NAN: does not fit. */
int asking_each(asking *a, probe_launch *launch, uint32_t *size, asking_span *each, poise_error *err);

/* The same of what a launch takes longer than one of the kernel `less`, step by step: what both have is in
 * neither the time nor its range. */
int asking_each_more(asking *a, const char *less, probe_launch *launch, uint32_t *size, asking_span *each,
                     poise_error *err);

/* `work` / time, and time / `work`; all NAN where a time is not positive. */
asking_span asking_rate(asking_span time, double work);
asking_span asking_over(asking_span time, double work);
asking_span asking_minus(asking_span a, asking_span b);
bool asking_is_positive(asking_span span);

/* Appends `span` under its name. `unit`: NULL = the unit of time; one that ends with '/' is of each unit of
 * time. */
int asking_found(asking *a, const char *name, const char *unit, asking_span span, poise_error *err,
                 const char *why, ...) __attribute__((format(printf, 6, 7)));
int asking_unknown(asking *a, const char *name, const char *unit, poise_error *err, const char *why, ...)
    __attribute__((format(printf, 5, 6)));

/* Whether `lines` lines of 128 bytes in a row are answered as fast as one of them: the L1 holds them. */
int infer_fits(asking *a, uint32_t lines, bool *fit, poise_error *err);
/* Groups that stream from memory, number[1] rounds each, except the first, for which a ring begins behind
 * what they read. a->sms is known. */
probe_launch infer_stream(const asking *a);

/* The parts, in the order in which they use each other's results. */
int infer_lanes(asking *a, poise_error *err);
int infer_sms(asking *a, poise_error *err);
int infer_residence(asking *a, poise_error *err);
int infer_issue(asking *a, poise_error *err);
int infer_shared(asking *a, poise_error *err);
int infer_constant(asking *a, poise_error *err);
int infer_latency(asking *a, poise_error *err);
int infer_misses(asking *a, poise_error *err);
int infer_bandwidth(asking *a, poise_error *err);
int infer_loaded(asking *a, poise_error *err);
int infer_atomics(asking *a, poise_error *err);

#endif

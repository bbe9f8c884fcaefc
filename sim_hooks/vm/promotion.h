/* Large pages by their use: when it is worth to move pages so that a large page comes to be
 * (frames_gather()). Ours, on the memory manager of Mosaic (frames.h), whose source empties frames when
 * programs allocate and looks at no references ([RA] 7.3.4).
 *
 * References are counted in windows: walks that end in base pages, for each large page. A walk is taken to
 * cost the program `worth` core cycles. A large page is gathered when its walks so far have cost as much as
 * moving its pages will: then never more than twice what a manager would have spent that knows the future
 * (Romer et al., ISCA 1995, have the rule, with a worth that is fixed). What a walk is worth depends on how
 * much of it other warps hide: a model says it of each window and program from the shares of
 * models/frames_features.def.
 *
 * Hardware: counters of a window, a divider, and the sums of infer/poise_choice.h. Counts of large pages are
 * the runtime's, which reads them where walkers note references, as it does with bits of page-table entries.
 */
#ifndef POISE_SIM_HOOKS_PROMOTION_H
#define POISE_SIM_HOOKS_PROMOTION_H

#include "infer/poise_shares.h"
#include "sim_hooks/vm/frames.h"

enum { PROMOTION_UNIT = 16 }; /* parts of a core cycle: most of a walk is hidden */

typedef struct promotion_options {
    int64_t worth; /* 1/PROMOTION_UNIT core cycles of a walk, < 0: no promotion unless there is a model */
    char *model;   /* file, NULL or empty: none */
    uint32_t window;
    int64_t watch; /* program that is told of, < 0: none */
} promotion_options;

/* Of a promotion_options. */
#define PROMOTION_OPTIONS(options, member)                                                                 \
    {"worth",                                                                                              \
     0,                                                                                                    \
     POISE_OPT_INT,                                                                                        \
     offsetof(options, member.worth),                                                                      \
     "-1",                                                                                                 \
     -1,                                                                                                   \
     16000000,                                                                                             \
     NULL,                                                                                                 \
     "WORTH",                                                                                              \
     "Large pages are gathered when their walks, WORTH/16 core cycles each, have cost as much as moving "  \
     "their pages; "                                                                                       \
     "0 = never; -1 = frames are emptied when programs allocate [RA 7.3.4]."},                             \
        {"model",                                                                                          \
         0,                                                                                                \
         POISE_OPT_STRING,                                                                                 \
         offsetof(options, member.model),                                                                  \
         NULL,                                                                                             \
         POISE_ANY_RANGE,                                                                                  \
         NULL,                                                                                             \
         "FILE",                                                                                           \
         "The same, with a model, as it is or compiled, that says what a walk is worth (docs/TRAIN.md)."}, \
        FRAMES_NUMBER(options, member.window, "window", "20000", 1000, 100000000,                          \
                      "core cycles of a window of reference counts"),                                      \
    {                                                                                                      \
        "watch", 0, POISE_OPT_INT, offsetof(options, member.watch), "-1", -1, POLICY_PROGRAMS - 1, NULL,   \
            "PROGRAM", "Tells what a model sees of this program, means over windows; -1 = of none."        \
    }

typedef struct promotion promotion;

/* Whether the options ask for promotion at all. */
bool promotion_is_wanted(const promotion_options *options);
/* *p is freed by promotion_free() whatever the outcome; it moves pages of *f, each for `copy_cycles`. Errors:
 * no memory, those of the model's file; worth and model together. */
int promotion_new(promotion **p, const promotion_options *options, const vm_host *host, frames *f,
                  uint64_t copy_cycles, poise_error *err);
void promotion_free(promotion *p);
/* What a model takes in hardware: its weights, and counters of 32 bits. */
uint64_t promotion_storage_bits(const promotion *p);

void promotion_missed(promotion *p, uint16_t app);
void promotion_walked(promotion *p, uint16_t app, uint64_t page);
void promotion_app_end(promotion *p, uint16_t app);
/* While nothing runs; returns the core cycles until the next call. */
uint64_t promotion_gather(promotion *p, uint64_t cycle);
/* Of the watched program. */
size_t promotion_statistics(const promotion *p, policy_statistic *out, size_t room);

/* What a model's answer, 0 .. POISE_SHARE_STEPS, stands for, in 1/PROMOTION_UNIT core cycles: 0, or 2^(step /
 * 2), a quarter of a cycle to 64 in the steps that are learned (our choice). */
uint64_t promotion_worth_of(unsigned step);

#endif

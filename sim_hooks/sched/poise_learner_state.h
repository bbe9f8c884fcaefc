/* What mode shared of policy poise knows of a kernel (poise_learner.h). Everything here is our choice. */
#ifndef POISE_SIM_HOOKS_POISE_LEARNER_STATE_H
#define POISE_SIM_HOOKS_POISE_LEARNER_STATE_H

#include "infer/poise_infer.h"
#include "sim_hooks/sched/poise_arms.h"
#include "sim_hooks/sched/poise_footprint.h"
#include "sim_hooks/sched/poise_load_table.h"

typedef struct poise_shared_parameters {
#define SHARED_OPTION(name, initial, least, most, placeholder, help) uint32_t name;
#include "sim_hooks/sched/poise_shared_options.def"
#undef SHARED_OPTION
    uint32_t period, max_instructions_per_load; /* as in mode thesis */
    uint32_t schedulers;                        /* of an SM */
    uint32_t lines;                             /* of an L1 */
    uint8_t stride_n, stride_p;
    const poise_load_weights *loads; /* NULL = all loads allocate */
} poise_shared_parameters;

typedef enum poise_phase {
    POISE_WATCH,  /* all SMs at (max, max) */
    POISE_SPREAD, /* SMs on the diagonal; once more without loads that had better not allocate */
    POISE_ALONE,  /* SMs at (1, 1): what do single loads do? */
    POISE_DUEL,   /* some SMs at a neighbour of the centre, the others at the centre */
    POISE_TRIAL,  /* all SMs at one tuple: a finalist of the spread, or one far away */
    POISE_RUN,    /* all SMs at the centre */
    POISE_PHASES,
} poise_phase;

enum { POISE_MOST_FINALISTS = 3 /* the best point without some loads, the prediction and (max, 1) */ };

typedef struct poise_learner {
    uint64_t kernel; /* 0 = unused */
    uint64_t used;   /* number of the launch that used it last */
    uint64_t length; /* cycles of its last launch, 0 = none has ended */
    uint8_t warps;   /* per scheduler */
    uint8_t phase;   /* poise_phase */
    poise_tuple centre;
    uint8_t stride_n, stride_p;
    uint8_t move, wins; /* number of the neighbour, windows that it has won */
    uint8_t rival;      /* number of the next trial */
    bool tried;         /* the last run was followed by a trial */
    bool looked;        /* the last run was followed by a look at loads */
    bool owes_look;     /* loads may matter, but it was too much for all SMs to look */
    bool predicted;     /* both samples are complete */
    poise_tuple most;   /* centre under which this launch has issued most, of those that it has left */
    uint64_t most_issued, issued; /* instructions under it; in runs under the centre since it is that */
    uint32_t stay;                /* cycles of the next run */
    uint32_t filled;              /* misses of this launch's watch, per mille of the lines of the L1 */
    uint32_t doubts;              /* windows of the watch that did not go well, one after the other */
    uint32_t crowds;              /* and in which warps asked for more lines than the L1 has */
    uint8_t at_all;               /* launches in a row that began at all warps, modulo 256 */
    uint64_t left;                /* cycles that the window or the run still takes */
    poise_tuple finalist[POISE_MOST_FINALISTS]; /* to be tried, before the usual trials */
    uint8_t finalists;
    bool fading;         /* the rival's L1 is not yet as the rival makes it */
    poise_arm all_warps; /* (max, max) in the spread */
    poise_arms known;    /* what each tuple had when it was measured last */
    poise_arm recent;    /* of the run: what was measured since the last check */
    poise_arms arms;
    poise_arm course;            /* what was measured in the run or the watch */
    poise_sample at_max, at_one; /* sums over SMs */
    poise_footprint footprint;   /* of this look */
    poise_load_table loads_at_max, loads_at_one;
    poise_load_list loads; /* that sets, such as poise_tuple.around, are sets of */
    uint32_t around;       /* those that had better allocate nothing */
} poise_learner;

#endif

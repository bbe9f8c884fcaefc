/* The environment variables through which `poise capture` speaks to the platform inside the traced program.
 * Without CAPTURE_ENV_FOLDER the platform is an ordinary OpenCL device that traces nothing. */
#ifndef POISE_CAPTURE_ENVIRONMENT_H
#define POISE_CAPTURE_ENVIRONMENT_H

#define CAPTURE_ENV_FOLDER "POISE_CAPTURE_FOLDER" /* traces go here */
#define CAPTURE_ENV_PACK   "POISE_CAPTURE_PACK"   /* and from there into this pack; unset = they stay */
#define CAPTURE_ENV_KERNELS \
    "POISE_CAPTURE_KERNELS" /* extended regular expression of kernel names; unset = all */
#define CAPTURE_ENV_LAUNCHES "POISE_CAPTURE_LAUNCHES" /* "FIRST-LAST", numbers of launches; unset = all */
#define CAPTURE_ENV_MAX_WARP_INSTS \
    "POISE_CAPTURE_MAX_WARP_INSTS" /* after so many traced ones no further launch is traced; unset = all */
#define CAPTURE_ENV_BUFFERS "POISE_CAPTURE_BUFFERS" /* set = traces have buffer events */
#define CAPTURE_ENV_STOP_AFTER \
    "POISE_CAPTURE_STOP_AFTER" /* number of a launch: no further one runs, platform/turn.h; unset = all */
#define CAPTURE_ENV_PROGRAM "POISE_CAPTURE_PROGRAM" /* note "program" */
#define CAPTURE_ENV_COMMAND "POISE_CAPTURE_COMMAND" /* note "command" */
#define CAPTURE_ENV_SCRATCH "POISE_CAPTURE_SCRATCH" /* folder that ends with `poise capture`, see below */
#define CAPTURE_ENV_DEVICE                                                           \
    "POISE_CAPTURE_DEVICE" /* the machine that the device looks like, device_shape.h \
                            */

/* How launches are run, with or without traces (server/settings.h). */
#define CAPTURE_ENV_THREADS    "POISE_CAPTURE_THREADS"    /* workers; unset or 0 = one per core */
#define CAPTURE_ENV_TIME_LIMIT "POISE_CAPTURE_TIME_LIMIT" /* seconds per launch; 0 = none */
#define CAPTURE_ENV_BOUNDS     "POISE_CAPTURE_BOUNDS"     /* CAPTURE_BOUNDS_WARN = go on; unset = fail */
#define CAPTURE_ENV_PROGRESS   "POISE_CAPTURE_PROGRESS"   /* set = show it on stderr */
#define CAPTURE_ENV_SANDBOX \
    "POISE_CAPTURE_SANDBOX" /* how kernels are confined (confinement.h); unset = auto */
#define CAPTURE_ENV_LOADS                                                            \
    "POISE_CAPTURE_LOADS" /* CAPTURE_LOADS_AHEAD (loads_ahead.h); unset = as written \
                           */
#define CAPTURE_LOADS_AHEAD "ahead"
#define CAPTURE_BOUNDS_WARN "warn"

#define CAPTURE_SANDBOX_REQUIRE "require"
#define CAPTURE_SANDBOX_OFF     "off"

/* Of the user, not of `poise capture`: where results of the kernel compiler are kept (platform/cache.h). */
#define CAPTURE_ENV_CACHE      "POISE_CACHE"      /* a folder, or CAPTURE_CACHE_OFF; unset = in ~/.cache */
#define CAPTURE_ENV_CACHE_SIZE "POISE_CACHE_SIZE" /* bytes, with K, M, G or T behind it; unset = 1G */
#define CAPTURE_CACHE_OFF      "off"

/* Ends the sentence of an access out of bounds that has ended a launch. */
#define CAPTURE_BOUNDS_ADVICE "; with --out-of-bounds warn the launch goes on"

/* Seconds per launch when nothing is said: at 20 million warp instructions per second a launch of 12 billion,
 * more than any use of its trace. Our choice. */
#define CAPTURE_TIME_LIMIT 600

/* In the scratch folder: the report, the tally of launches (platform/tally.h), a file that is locked during
 * launches (platform/turn.h), and the folders of builds.
 * The report has one line per event, fields separated by tabs:
 *     trace    FILE  KERNEL  WARPS  WARP_INSTRUCTIONS  BYTES  SECONDS
 *     error    SENTENCE     a launch failed
 *     refused  SENTENCE     a program did not compile or a call was refused; the traced program may well have
 *                           another way to try */
#define CAPTURE_SCRATCH_REPORT "report"
#define CAPTURE_SCRATCH_TALLY  "tally"
#define CAPTURE_SCRATCH_TURNS  "turns"
#define CAPTURE_TALLY_BYTES    4096 /* zero at first */

#define CAPTURE_REPORT_TRACE   "trace"
#define CAPTURE_REPORT_ERROR   "error"
#define CAPTURE_REPORT_REFUSED "refused"

#endif

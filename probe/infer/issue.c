/* Throughput of an SM for classes of instructions: enough groups to fill all SMs many times, so that what the
 * first and the last of them lose is in both times of a difference (Wong et al., ISPASS 2010;
 * Jia et al. 2018). */
#include "probe/infer/asking.h"

#include <math.h>
#include <stdio.h>

enum { WARPS = 8 /* of a group */, WAVES = 2, ROUNDS = 8, INSTRUCTIONS = 32, LOADS = 16 };

/* Groups that SMs hold at once, or as many as usual GPUs do. */
static uint32_t wave(const asking *a)
{
    const uint32_t by_warps = a->warps / WARPS, most = by_warps < a->groups ? by_warps : a->groups;
    return a->sms * (most > 0 ? most : WARPS);
}

/* Warp instructions of an SM in a unit of time. What all of a launch take is never more than possible; what
 * the kernel with twice the body takes longer is without the loop and the first and the last groups. */
static int find_rate(asking *a, probe_launch launch, uint32_t instructions, asking_span *rate,
                     poise_error *err)
{
    char twice[PROBE_KERNEL];
    const char *const once = launch.kernel;
    asking_span each, all;
    snprintf(twice, sizeof twice, "%s_twice", once);
    launch.kernel = twice;
    int code = asking_each_more(a, once, &launch, &launch.groups, &each, err);
    if (code != POISE_OK)
        return code;
    const double work = (double)instructions * launch.number[0] * WARPS / a->sms;
    *rate = asking_rate(each, work);
    launch.groups *= 3;
    code = asking_time(a, &launch, &all, err);
    const double least = 2 * work * launch.groups / all.most;
    /* NAN: the difference is below what times differ by. */
    rate->most = asking_is_positive(*rate) ? fmax(rate->most, least) : INFINITY;
    rate->least = fmin(rate->least, least);
    return code;
}

static int tell_rate(asking *a, const char *name, probe_launch launch, uint32_t instructions,
                     poise_error *err)
{
    asking_span rate;
    if (a->sms == 0)
        return asking_unknown(a, name, "insts/", err, "the number of SMs is missing");
    launch.groups = WAVES * wave(a);
    launch.group = WARPS * asking_lanes(a);
    launch.number[0] = ROUNDS;
    int code = find_rate(a, launch, instructions, &rate, err);
    if (code != POISE_OK)
        return code;
    if (!asking_is_positive(rate))
        return asking_unknown(
            a, name, "insts/", err,
            "twice the instructions of %s do not take longer beyond what its times differ by", launch.kernel);
    return asking_found(
        a, name, "insts/", rate, err,
        "warp instructions of an SM with groups of %d warps, by what %u more of each warp take", WARPS,
        instructions * ROUNDS);
}

int infer_issue(asking *a, poise_error *err)
{
    static const struct {
        const char *name, *kernel;
    } classes[] = {
        {"issue.int", "issue_int"},
        {"issue.float", "issue_float"},
        {"issue.special", "issue_special"},
    };
    int code = POISE_OK;
    for (uint32_t i = 0; i < 3 && code == POISE_OK; i++) {
        const probe_launch launch = {.kernel = classes[i].kernel, .number = {0, 5, 7}};
        code = tell_rate(a, classes[i].name, launch, INSTRUCTIONS, err);
    }
    /* Words next to each other: no bank is asked twice where there are as many banks as lanes. */
    const uint32_t words = asking_lanes(a);
    const probe_launch shared = {
        .kernel = "shared_stride", .number = {0, words, 1}, .local_bytes = words * PROBE_WORD};
    if (code == POISE_OK)
        code = tell_rate(a, "issue.shared", shared, LOADS, err);
    return code;
}

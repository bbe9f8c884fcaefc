/* Throughput of atomic additions (Wong et al., ISPASS 2010; Jia et al. 2018). */
#include "probe/infer/asking.h"

#include <math.h>

enum { WARPS = 8, GROUPS = 2 /* of an SM */, USUAL_GROUPS = 64 };

static int tell_rate(asking *a, const char *name, uint32_t apart, const char *why, poise_error *err)
{
    asking_span each;
    probe_launch launch = {.kernel = "atomics_add",
                           .groups = a->sms > 0 ? GROUPS * a->sms : USUAL_GROUPS,
                           .group = WARPS * asking_lanes(a),
                           .number = {1, apart, 1}};
    int code = asking_each(a, &launch, &launch.number[0], &each, err);
    if (code != POISE_OK)
        return code;
    const asking_span rate = asking_rate(each, (double)launch.groups * launch.group);
    if (!asking_is_positive(rate))
        return asking_unknown(a, name, "operations/", err,
                              "twice the additions do not take longer beyond what times differ by");
    return asking_found(a, name, "operations/", rate, err, "%s, by %u groups of %u work-items", why,
                        launch.groups, launch.group);
}

int infer_atomics(asking *a, poise_error *err)
{
    int code = tell_rate(a, "atomics.rate", 0, "additions to one word", err);
    return code == POISE_OK ? tell_rate(a, "atomics.rate_apart", 1, "additions to a word each", err) : code;
}

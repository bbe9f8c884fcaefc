#include "probe/infer/throughput.h"

#include "probe/infer/asking.h"

#include <math.h>

static const struct part {
    const char *name;
    int (*infer)(asking *a, poise_error *err);
} parts[] = {
    {"warps", infer_lanes},          {"SMs", infer_sms},
    {"residence", infer_residence},  {"issue", infer_issue},
    {"shared memory", infer_shared}, {"constants", infer_constant},
    {"latency", infer_latency},      {"misses", infer_misses},
    {"bandwidth", infer_bandwidth},  {"latency under load", infer_loaded},
    {"atomics", infer_atomics},
};
enum { PARTS = sizeof parts / sizeof *parts };

int probe_infer_throughput_and_tell(probe_runner *runner, probe_throughput_progress *progress, void *user,
                                    probe_findings *findings, poise_error *err)
{
    asking a = {.runner = runner, .findings = findings, .latency = {NAN, NAN, NAN}};
    int code = POISE_OK;
    for (uint32_t i = 0; i < PARTS && code == POISE_OK; i++) {
        if (progress != NULL)
            progress(user, parts[i].name, i, PARTS);
        code = parts[i].infer(&a, err);
    }
    return code;
}

int probe_infer_throughput(probe_runner *runner, probe_findings *findings, poise_error *err)
{
    return probe_infer_throughput_and_tell(runner, NULL, NULL, findings, err);
}

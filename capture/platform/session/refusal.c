#include "capture/platform/session/refusal.h"

#include "capture/platform/session/session.h"

#include <stdio.h>

static const struct {
    cl_int code;
    const char *reason;
} reasons[] = {
    {CL_OUT_OF_RESOURCES, "it needs more __local memory than the device has"},
    {CL_INVALID_KERNEL_ARGS, "not all of its arguments are set"},
    {CL_INVALID_MEM_OBJECT, "an argument is a buffer that the program has released"},
    {CL_INVALID_WORK_GROUP_SIZE,
     "the group has more work-items than the device allows, does not divide the range "
     "or differs from what the kernel requires"},
    {CL_INVALID_WORK_ITEM_SIZE, "the group is longer than the device allows"},
    {CL_INVALID_GLOBAL_WORK_SIZE, "the range is empty or too large"},
};

void capture_refuse_launch(const char *kernel, cl_int code)
{
    char sentence[POISE_ERROR_TEXT];
    const char *reason = "the call has a wrong parameter";
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (reasons[i].code == code)
            reason = reasons[i].reason;
    }
    snprintf(sentence, sizeof sentence, "a launch of kernel %.200s is refused (OpenCL error %d): %s", kernel,
             code, reason);
    capture_session_report_error(CAPTURE_REPORT_REFUSED, sentence);
}

void capture_refuse_buffer(size_t bytes, const char *reason)
{
    char sentence[POISE_ERROR_TEXT];
    snprintf(sentence, sizeof sentence, "a buffer of %zu bytes cannot be made: %.900s", bytes, reason);
    capture_session_report_error(CAPTURE_REPORT_REFUSED, sentence);
}

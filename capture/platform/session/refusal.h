/* Sentences for the report about calls that fail: programs often hide the error code. */
#ifndef POISE_CAPTURE_PLATFORM_SESSION_REFUSAL_H
#define POISE_CAPTURE_PLATFORM_SESSION_REFUSAL_H

#include "capture/platform/api.h"

/* A launch of the kernel is refused with that code. */
void capture_refuse_launch(const char *kernel, cl_int code);
/* A buffer cannot be made for that reason. */
void capture_refuse_buffer(size_t bytes, const char *reason);

#endif

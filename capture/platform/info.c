#include "capture/platform/info.h"

#include <string.h>

cl_int capture_info(const void *answer, size_t bytes, size_t size, void *value, size_t *size_ret)
{
    if (value && size < bytes)
        return CL_INVALID_VALUE;
    if (value && bytes > 0)
        memcpy(value, answer, bytes);
    if (size_ret)
        *size_ret = bytes;
    return CL_SUCCESS;
}

cl_int capture_info_text(const char *answer, size_t size, void *value, size_t *size_ret)
{
    return capture_info(answer, strlen(answer) + 1, size, value, size_ret);
}

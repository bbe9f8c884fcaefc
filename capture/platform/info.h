/* The common part of all clGet...Info functions. They call their parameters size, value and size_ret. */
#ifndef POISE_CAPTURE_INFO_H
#define POISE_CAPTURE_INFO_H

#include "capture/platform/api.h"

/* Copies `bytes` bytes of an answer to the caller: CL_INVALID_VALUE when there is too little room. */
cl_int capture_info(const void *answer, size_t bytes, size_t size, void *value, size_t *size_ret);
cl_int capture_info_text(const char *answer, size_t size, void *value, size_t *size_ret);

/* Answers one value of a type. */
#define INFO(type, answer) capture_info(&(type){(answer)}, sizeof(type), size, value, size_ret)
#define INFO_TEXT(answer)  capture_info_text((answer), size, value, size_ret)

/* Stores the error code of a function that creates an object and returns the object. */
#define RETURN_OBJECT(object, code) \
    do {                            \
        if (errcode_ret)            \
            *errcode_ret = (code);  \
        return (object);            \
    } while (0)

#endif

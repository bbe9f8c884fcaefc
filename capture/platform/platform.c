/* The platform itself and the two entry points of the ICD loader. */
#include "capture/platform/info.h"
#include "capture/platform/objects.h"

#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

cl_int CL_API_CALL capture_clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms,
                                            cl_uint *num_platforms)
{
    if ((platforms && num_entries == 0) || (!platforms && !num_platforms))
        return CL_INVALID_VALUE;
    if (platforms)
        platforms[0] = &capture_platform;
    if (num_platforms)
        *num_platforms = 1;
    return CL_SUCCESS;
}

cl_int CL_API_CALL capture_clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t size,
                                             void *value, size_t *size_ret)
{
    if (platform && !capture_object_is(platform, OBJECT_PLATFORM))
        return CL_INVALID_PLATFORM;
    switch (name) {
    case CL_PLATFORM_PROFILE: return INFO_TEXT("FULL_PROFILE");
    case CL_PLATFORM_VERSION: return INFO_TEXT("OpenCL 1.2 Poise " POISE_VERSION);
    case CL_PLATFORM_NAME: return INFO_TEXT("Poise warp capture");
    case CL_PLATFORM_VENDOR: return INFO_TEXT("Poise");
    case CL_PLATFORM_EXTENSIONS: return INFO_TEXT("cl_khr_icd");
    case CL_PLATFORM_ICD_SUFFIX_KHR: return INFO_TEXT("POISE");
    default: return CL_INVALID_VALUE;
    }
}

EXPORTED cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                                                   cl_uint *num_platforms)
{
    return capture_clGetPlatformIDs(num_entries, platforms, num_platforms);
}

typedef void (*any_function)(void);

/* Loaders look up clGetPlatformInfo this way before they know the dispatch table: every function can be
 * found. */
static const struct {
    const char *name;
    any_function function;
} functions[] = {
    {"clIcdGetPlatformIDsKHR", (any_function)clIcdGetPlatformIDsKHR},
#define API(name) {#name, (any_function)capture_##name},
#include "capture/platform/api.def"
#undef API
};

void *CL_API_CALL capture_clGetExtensionFunctionAddress(const char *name)
{
    void *address = NULL;
    for (size_t i = 0; name && i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(functions[i].name, name) == 0)
            memcpy(&address, &functions[i].function, sizeof address);
    }
    return address;
}

EXPORTED void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
    return capture_clGetExtensionFunctionAddress(name);
}

void *CL_API_CALL capture_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name)
{
    return capture_object_is(platform, OBJECT_PLATFORM) ? capture_clGetExtensionFunctionAddress(name) : NULL;
}

cl_int CL_API_CALL capture_clUnloadPlatformCompiler(cl_platform_id platform)
{
    return capture_object_is(platform, OBJECT_PLATFORM) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

cl_int CL_API_CALL capture_clUnloadCompiler(void)
{
    return CL_SUCCESS;
}

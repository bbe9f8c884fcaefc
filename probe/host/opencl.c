#include "probe/host/opencl.h"

#include "common/file.h"
#include "probe/host/opencl_internal.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    NAME = PROBE_OPENCL_NAME,
    LOG = 400,
    MOST_PLATFORMS = 64,
    MOST_DEVICES = 256,
    MOST_SOURCE = 1 << 16,
    LARGE_PAGE = 2 << 20
};
#define KERNELS "probe/kernels/"

int probe_opencl_refused(cl_int status, const char *what, poise_error *err)
{
    return poise_fail(err, POISE_FAILED, "OpenCL refuses %s: error %d", what, (int)status);
}

static int load(probe_opencl *host, poise_error *err)
{
    const char *missing = NULL;
    host->library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (host->library == NULL) {
        poise_fail(err, POISE_FAILED, "there is no OpenCL ICD loader: %s", dlerror());
        return POISE_FAILED;
    }
#define FUNCTION(name)                                   \
    *(void **)&host->name = dlsym(host->library, #name); \
    if (host->name == NULL)                              \
        missing = #name;
    PROBE_OPENCL_FUNCTIONS(FUNCTION)
#undef FUNCTION
    if (missing == NULL)
        return POISE_OK;
    poise_fail(err, POISE_FAILED, "the OpenCL ICD loader has no %s", missing);
    return POISE_FAILED;
}

static void text_of(const probe_opencl *host, cl_device_id device, cl_device_info what, char out[NAME])
{
    if (host->clGetDeviceInfo(device, what, NAME, out, NULL) != CL_SUCCESS)
        snprintf(out, NAME, "?");
}

static bool is_wanted(const char *name, const char *wanted)
{
    bool is_inverted = wanted[0] == '!';
    return (strstr(name, wanted + is_inverted) != NULL) != is_inverted;
}

/* Devices of the platforms that are wanted, in the loader's order. */
static int find_device(probe_opencl *host, const char *wanted, uint32_t index, poise_error *err)
{
    cl_platform_id platforms[MOST_PLATFORMS];
    cl_uint n = 0;
    uint32_t seen = 0;
    if (host->clGetPlatformIDs(MOST_PLATFORMS, platforms, &n) != CL_SUCCESS)
        n = 0;
    for (cl_uint p = 0; p < n && p < MOST_PLATFORMS; p++) {
        char name[NAME] = "";
        cl_device_id devices[MOST_DEVICES];
        cl_uint found = 0;
        host->clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof name, name, NULL);
        if (!is_wanted(name, wanted) || host->clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MOST_DEVICES,
                                                             devices, &found) != CL_SUCCESS)
            continue;
        if (index - seen < found) {
            char device[NAME], driver[NAME];
            host->device = devices[index - seen];
            text_of(host, host->device, CL_DEVICE_NAME, device);
            text_of(host, host->device, CL_DRIVER_VERSION, driver);
            snprintf(host->name, sizeof host->name, "%s (%s, %s)", device, name, driver);
            return POISE_OK;
        }
        seen += found;
    }
    if (seen == 0)
        return poise_fail(err, POISE_FAILED, "no OpenCL device of this machine can be probed");
    return poise_fail(err, POISE_USAGE,
                      "there is no OpenCL device %" PRIu32 ": they are numbered 0 to %" PRIu32, index,
                      seen - 1);
}

static int compile(probe_opencl *host, const char *file, const char *source, cl_program *program,
                   poise_error *err)
{
    cl_int status;
    *program = host->clCreateProgramWithSource(host->context, 1, &source, NULL, &status);
    if (status != CL_SUCCESS)
        return probe_opencl_refused(status, "a program", err);
    status = host->clBuildProgram(*program, 1, &host->device, "", NULL, NULL);
    if (status == CL_SUCCESS)
        return POISE_OK;
    char log[LOG] = "";
    host->clGetProgramBuildInfo(*program, host->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    host->clReleaseProgram(*program);
    *program = NULL;
    return poise_fail(err, POISE_FAILED, "%s does not compile " KERNELS "%s: error %d: %s", host->name, file,
                      (int)status, log);
}

int probe_opencl_compile(probe_opencl *host, const char *file, cl_program *program, poise_error *err)
{
    char name[NAME], path[4096], *text;
    size_t size;
    snprintf(name, sizeof name, KERNELS "%s", file);
    int code = poise_find_installed(name, path, sizeof path, err);
    if (code == POISE_OK)
        code = poise_read_file(path, MOST_SOURCE, &text, &size, err);
    if (code != POISE_OK)
        return code;
    code = compile(host, file, text, program, err);
    free(text);
    return code;
}

static int make_kernels(probe_opencl *host, poise_error *err)
{
    cl_int status;
    int code = probe_opencl_compile(host, "chase.cl", &host->program, err);
    if (code != POISE_OK)
        return code;
    host->lay = host->clCreateKernel(host->program, "lay", &status);
    if (status == CL_SUCCESS)
        host->chase = host->clCreateKernel(host->program, "chase", &status);
    return status == CL_SUCCESS ? POISE_OK : probe_opencl_refused(status, "a kernel", err);
}

static int make_queue(probe_opencl *host, poise_error *err)
{
    cl_int status;
    host->context = host->clCreateContext(NULL, 1, &host->device, NULL, NULL, &status);
    if (status != CL_SUCCESS)
        return probe_opencl_refused(status, "a context", err);
    host->queue = host->clCreateCommandQueue(host->context, host->device, CL_QUEUE_PROFILING_ENABLE, &status);
    if (status != CL_SUCCESS)
        return probe_opencl_refused(status, "a queue with timers", err);
    return POISE_OK;
}

int probe_opencl_make_buffer(probe_opencl *host, cl_mem *buffer, uint64_t bytes, poise_error *err)
{
    cl_int status;
    *buffer = host->clCreateBuffer(host->context, CL_MEM_READ_WRITE, (size_t)bytes, NULL, &status);
    if (status == CL_SUCCESS)
        return POISE_OK;
    *buffer = NULL;
    return poise_fail(err, POISE_FAILED, "%s grants no buffer of %" PRIu64 " bytes: error %d", host->name,
                      bytes, (int)status);
}

/* Memory of a processor's own, aligned to large pages and made of them where the system grants some. What a
 * driver allocates begins anywhere: pages of 4 KB at random places of physical memory blur whatever is larger
 * than a page, and addresses with carries collide in predictors of ways. */
static void make_pages(probe_opencl *host)
{
    cl_device_type type = 0;
    cl_int status = host->clGetDeviceInfo(host->device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    if (status != CL_SUCCESS || (type & CL_DEVICE_TYPE_CPU) == 0)
        return;
    if (posix_memalign(&host->pages, LARGE_PAGE, (size_t)host->next_bytes) != 0) {
        host->pages = NULL;
        return;
    }
    madvise(host->pages, (size_t)host->next_bytes, MADV_HUGEPAGE); /* refused: small ones */
    host->next = host->clCreateBuffer(host->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                      (size_t)host->next_bytes, host->pages, &status);
    if (status != CL_SUCCESS)
        host->next = NULL;
}

/* The chased buffer comes first: our own platform then puts it at the begin of its memory, and drivers align
 * large buffers to large pages. */
static int make_buffers(probe_opencl *host, uint64_t most_bytes, poise_error *err)
{
    cl_ulong most = 0;
    if (host->clGetDeviceInfo(host->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL) !=
        CL_SUCCESS)
        return poise_fail(err, POISE_FAILED, "%s does not say how large a buffer may be", host->name);
    host->next_bytes = most < most_bytes ? most : most_bytes;
    make_pages(host);
    int code =
        host->next != NULL ? POISE_OK : probe_opencl_make_buffer(host, &host->next, host->next_bytes, err);
    return code == POISE_OK ? probe_opencl_make_buffer(host, &host->last, sizeof(cl_uint), err) : code;
}

/* Room for the numbers of `n` words, in place of the room before. */
static int make_room(probe_opencl *host, uint32_t n, poise_error *err)
{
    uint64_t room = 4096;
    while (room < n * sizeof(cl_uint))
        room *= 2;
    if (host->cycle_bytes >= room)
        return POISE_OK;
    if (host->cycle != NULL)
        host->clReleaseMemObject(host->cycle);
    host->cycle_bytes = 0;
    int code = probe_opencl_make_buffer(host, &host->cycle, room, err);
    if (code == POISE_OK)
        host->cycle_bytes = room;
    return code;
}

int probe_opencl_open(probe_opencl **opened, const char *platform, uint32_t index, uint64_t most_bytes,
                      poise_error *err)
{
    probe_opencl *host = calloc(1, sizeof *host);
    *opened = NULL;
    if (host == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for OpenCL");
    int code = load(host, err);
    if (code == POISE_OK)
        code = find_device(host, platform, index, err);
    if (code == POISE_OK)
        code = make_queue(host, err);
    if (code == POISE_OK)
        code = make_kernels(host, err);
    if (code == POISE_OK)
        code = make_buffers(host, most_bytes, err);
    if (code != POISE_OK) {
        probe_opencl_close(host);
        return code;
    }
    *opened = host;
    return POISE_OK;
}

void probe_opencl_close(probe_opencl *host)
{
    if (host == NULL)
        return;
    if (host->next != NULL)
        host->clReleaseMemObject(host->next);
    if (host->cycle != NULL)
        host->clReleaseMemObject(host->cycle);
    if (host->last != NULL)
        host->clReleaseMemObject(host->last);
    if (host->lay != NULL)
        host->clReleaseKernel(host->lay);
    if (host->chase != NULL)
        host->clReleaseKernel(host->chase);
    if (host->program != NULL)
        host->clReleaseProgram(host->program);
    if (host->queue != NULL)
        host->clReleaseCommandQueue(host->queue);
    if (host->context != NULL)
        host->clReleaseContext(host->context);
    free(host->pages);
    /* The library stays: drivers do not expect to be unloaded. */
    free(host);
}

int probe_opencl_list(const char *platform, char *text, size_t size, poise_error *err)
{
    probe_opencl *host = calloc(1, sizeof *host);
    poise_error none;
    if (host == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for OpenCL");
    if (size > 0)
        text[0] = '\0';
    int code = load(host, err);
    size_t at = 0;
    for (uint32_t i = 0; code == POISE_OK && find_device(host, platform, i, &none) == POISE_OK; i++) {
        const int length = snprintf(text + at, size - at, "%" PRIu32 ": %s\n", i, host->name);
        if (length < 0 || (size_t)length >= size - at)
            break;
        at += (size_t)length;
    }
    free(host);
    return code;
}

const char *probe_opencl_name(const probe_opencl *host)
{
    return host->name;
}

uint64_t probe_opencl_most_bytes(const probe_opencl *host)
{
    return host->next_bytes;
}

cl_int probe_opencl_run(probe_opencl *host, cl_kernel kernel, size_t items, size_t group, double *ns)
{
    cl_event event = NULL;
    cl_ulong begin = 0, end = 0;
    cl_int status = host->clEnqueueNDRangeKernel(host->queue, kernel, 1, NULL, &items,
                                                 group > 0 ? &group : NULL, 0, NULL, &event);
    host->launches += status == CL_SUCCESS;
    if (status == CL_SUCCESS)
        status = host->clFinish(host->queue);
    if (status == CL_SUCCESS && ns != NULL) {
        status = host->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL);
        if (status == CL_SUCCESS)
            status = host->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
        *ns = (double)(end - begin);
    }
    if (event != NULL)
        host->clReleaseEvent(event);
    return status;
}

static int launch(probe_opencl *host, cl_kernel kernel, size_t items, size_t group, double *ns,
                  poise_error *err)
{
    const cl_int status = probe_opencl_run(host, kernel, items, group, ns);
    return status == CL_SUCCESS ? POISE_OK : probe_opencl_refused(status, "a launch of the probe", err);
}

int probe_opencl_lay(probe_opencl *host, const probe_chain *chain, poise_error *err)
{
    const cl_uint n = chain->n;
    if (probe_chain_bytes(chain) > host->next_bytes)
        return poise_fail(err, POISE_USAGE, "a pointer chase does not fit into a buffer of %" PRIu64 " bytes",
                          host->next_bytes);
    int code = make_room(host, n, err);
    if (code != POISE_OK)
        return code;
    cl_int status = host->clEnqueueWriteBuffer(host->queue, host->cycle, CL_TRUE, 0, n * sizeof(cl_uint),
                                               chain->word, 0, NULL, NULL);
    if (status == CL_SUCCESS)
        status = host->clSetKernelArg(host->lay, 0, sizeof(cl_mem), &host->next);
    if (status == CL_SUCCESS)
        status = host->clSetKernelArg(host->lay, 1, sizeof(cl_mem), &host->cycle);
    if (status == CL_SUCCESS)
        status = host->clSetKernelArg(host->lay, 2, sizeof n, &n);
    if (status != CL_SUCCESS)
        return probe_opencl_refused(status, "an argument of the probe", err);
    return launch(host, host->lay, (n + 63u) / 64 * 64, 0, NULL, err);
}

int probe_opencl_chase(probe_opencl *host, uint32_t first, uint32_t loads, double *ns, uint32_t *number,
                       poise_error *err)
{
    const cl_uint at = first, steps = loads;
    cl_int status = host->clSetKernelArg(host->chase, 0, sizeof(cl_mem), &host->next);
    if (status == CL_SUCCESS)
        status = host->clSetKernelArg(host->chase, 1, sizeof at, &at);
    if (status == CL_SUCCESS)
        status = host->clSetKernelArg(host->chase, 2, sizeof steps, &steps);
    if (status == CL_SUCCESS)
        status = host->clSetKernelArg(host->chase, 3, sizeof(cl_mem), &host->last);
    if (status != CL_SUCCESS)
        return probe_opencl_refused(status, "an argument of the probe", err);
    if (number != NULL)
        *number = host->launches;
    return launch(host, host->chase, 1, 1, ns, err);
}

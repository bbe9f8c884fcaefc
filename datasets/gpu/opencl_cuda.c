/* The workloads' OpenCL on NVIDIA's CUDA driver, so that ncu, which profiles CUDA only, can count what they
 * do and so that the shared memory that a launch takes and the L1 that is left can be chosen. NVIDIA's own
 * OpenCL compiles the kernels; its PTX is loaded by the driver. datasets/gpu/measure.sh builds this and
 * preloads it.
 *
 * GPU_PTX is a folder that keeps the PTX of each text of kernels: where it is there, NVIDIA's OpenCL is not
 * asked. GPU_SHARED is how many bytes of shared memory each block takes besides its own, GPU_CARVEOUT the
 * percentage of the L1 that is asked for as shared memory. Only what datasets/common/device.c calls is here;
 * an error ends the program with a sentence. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cuda.h>
#include <dlfcn.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_ARGUMENTS = 64,
    ARGUMENT_BYTES = 16,
    MOST_BUFFERS = 4096,
    PATH_BYTES = 4096,
    MOST_PLATFORMS = 16
};

/* What OpenCL's handles point to; one of each but for the latter three. */
struct _cl_platform_id {
    int unused;
};
struct _cl_device_id {
    int unused;
};
struct _cl_context {
    int unused;
};
struct _cl_command_queue {
    int unused;
};
struct _cl_program {
    char *source;
    CUmodule module;
};
struct _cl_kernel {
    CUfunction function;
    unsigned char argument[MOST_ARGUMENTS][ARGUMENT_BYTES];
};
struct _cl_mem {
    CUdeviceptr address;
};

static struct _cl_platform_id the_platform;
static struct _cl_device_id the_device;
static struct _cl_context the_context;
static struct _cl_command_queue the_queue;
static cl_mem buffers[MOST_BUFFERS];

static _Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
static _Noreturn void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("opencl_cuda: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static void require(CUresult result, const char *call)
{
    const char *text = NULL;
    if (result == CUDA_SUCCESS)
        return;
    cuGetErrorString(result, &text);
    fail("%s: %s", call, text != NULL ? text : "unknown error");
}
#define REQUIRE(call) require(call, #call)

static void *allocate(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (memory == NULL)
        fail("out of memory");
    return memory;
}

static CUdevice open_device(void)
{
    static CUcontext context;
    CUdevice device;
    REQUIRE(cuInit(0));
    REQUIRE(cuDeviceGet(&device, 0));
    if (context == NULL) {
        REQUIRE(cuDevicePrimaryCtxRetain(&context, device));
        REQUIRE(cuCtxSetCurrent(context));
    }
    return device;
}

/* ---- PTX ---- */

static uint64_t hash_text(const char *text) /* FNV-1a */
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

static char *read_text(FILE *file)
{
    fseek(file, 0, SEEK_END);
    const long bytes = ftell(file);
    rewind(file);
    char *text = allocate((size_t)bytes + 1);
    if (fread(text, 1, (size_t)bytes, file) != (size_t)bytes)
        fail("the PTX cannot be read");
    return text;
}

static void *real(const char *name)
{
    static void *library;
    if (library == NULL)
        library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    void *function = library != NULL ? dlsym(library, name) : NULL;
    if (function == NULL)
        fail("there is no OpenCL with %s", name);
    return function;
}
#define REAL(name) ((__typeof__(&name))real(#name))
#define OPENCL(call)                                          \
    do {                                                      \
        const cl_int status_ = (call);                        \
        if (status_ != CL_SUCCESS)                            \
            fail("%s: OpenCL error %d", #call, (int)status_); \
    } while (0)

static cl_device_id real_gpu(void)
{
    cl_platform_id platform[MOST_PLATFORMS];
    cl_device_id device;
    cl_uint n = 0;
    OPENCL(REAL(clGetPlatformIDs)(MOST_PLATFORMS, platform, &n));
    for (cl_uint i = 0; i < n && i < MOST_PLATFORMS; i++)
        if (REAL(clGetDeviceIDs)(platform[i], CL_DEVICE_TYPE_GPU, 1, &device, NULL) == CL_SUCCESS)
            return device;
    fail("OpenCL finds no GPU among %u platforms", (unsigned)n);
}

/* NVIDIA's compiler gives PTX as a program's binary. */
static char *compile(const char *source, const char *options)
{
    cl_device_id device = real_gpu();
    cl_int status;
    cl_context context = REAL(clCreateContext)(NULL, 1, &device, NULL, NULL, &status);
    OPENCL(status);
    cl_program program = REAL(clCreateProgramWithSource)(context, 1, &source, NULL, &status);
    OPENCL(status);
    OPENCL(REAL(clBuildProgram)(program, 1, &device, options, NULL, NULL));
    size_t bytes = 0;
    OPENCL(REAL(clGetProgramInfo)(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL));
    char *ptx = allocate(bytes + 1);
    OPENCL(REAL(clGetProgramInfo)(program, CL_PROGRAM_BINARIES, sizeof ptx, &ptx, NULL));
    return ptx;
}

static void blank(char *ptx, const char *word)
{
    for (char *at = ptx; (at = strstr(at, word)) != NULL;)
        memset(at, ' ', strlen(word));
}

/* OpenCL's driver sets %envreg registers, CUDA's does not: 3 to 5 are the global offset, 0 here. */
static void without_environment(char *ptx)
{
    static const char name[] = "%envreg";
    for (char *at = ptx; (at = strstr(at, name)) != NULL;) {
        const char digit = at[strlen(name)];
        if (digit < '0' || digit > '5')
            fail("a kernel reads %s%c", name, digit);
        memset(at, ' ', strlen(name));
        at[strlen(name)] = '0';
    }
    blank(ptx, ", texmode_independent");
}

static char *ptx_of(const char *source, const char *options)
{
    const char *folder = getenv("GPU_PTX");
    char path[PATH_BYTES];
    if (folder == NULL)
        folder = "/tmp";
    snprintf(path, sizeof path, "%s/%016" PRIx64 ".ptx", folder, hash_text(source));
    FILE *file = fopen(path, "rb");
    char *ptx;
    if (file != NULL) {
        ptx = read_text(file);
    } else {
        ptx = compile(source, options);
        file = fopen(path, "wb");
        if (file == NULL || fwrite(ptx, 1, strlen(ptx), file) != strlen(ptx))
            fail("cannot write %s", path);
    }
    fclose(file);
    without_environment(ptx);
    return ptx;
}

/* ---- platform, device, context ---- */

cl_int clGetPlatformIDs(cl_uint n, cl_platform_id *platforms, cl_uint *n_platforms)
{
    if (platforms != NULL && n > 0)
        platforms[0] = &the_platform;
    if (n_platforms != NULL)
        *n_platforms = 1;
    return CL_SUCCESS;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint n, cl_device_id *devices,
                      cl_uint *n_devices)
{
    (void)platform, (void)type;
    if (devices != NULL && n > 0)
        devices[0] = &the_device;
    if (n_devices != NULL)
        *n_devices = 1;
    return CL_SUCCESS;
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t bytes, void *value,
                       size_t *value_bytes)
{
    (void)device, (void)value_bytes;
    const CUdevice cuda = open_device();
    if (what == CL_DEVICE_NAME)
        REQUIRE(cuDeviceGetName(value, (int)bytes, cuda));
    else if (what == CL_DEVICE_GLOBAL_MEM_SIZE || what == CL_DEVICE_MAX_MEM_ALLOC_SIZE)
        *(cl_ulong *)value = (cl_ulong)1 << 34;
    else
        fail("clGetDeviceInfo of %#x is not here", (unsigned)what);
    return CL_SUCCESS;
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint n_devices,
                           const cl_device_id *devices,
                           void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user,
                           cl_int *status)
{
    (void)properties, (void)n_devices, (void)devices, (void)notify, (void)user;
    open_device();
    *status = CL_SUCCESS;
    return &the_context;
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int *status)
{
    (void)context, (void)device, (void)properties;
    *status = CL_SUCCESS;
    return &the_queue;
}

cl_int clReleaseContext(cl_context context)
{
    (void)context;
    return CL_SUCCESS;
}

cl_int clReleaseCommandQueue(cl_command_queue queue)
{
    (void)queue;
    return CL_SUCCESS;
}

cl_int clFinish(cl_command_queue queue)
{
    (void)queue;
    REQUIRE(cuCtxSynchronize());
    return CL_SUCCESS;
}

/* ---- programs and kernels ---- */

cl_program clCreateProgramWithSource(cl_context context, cl_uint n, const char **texts, const size_t *lengths,
                                     cl_int *status)
{
    (void)context, (void)lengths;
    size_t bytes = 1;
    for (cl_uint i = 0; i < n; i++)
        bytes += strlen(texts[i]);
    cl_program program = allocate(sizeof *program);
    program->source = allocate(bytes);
    for (cl_uint i = 0; i < n; i++)
        strcat(program->source, texts[i]);
    *status = CL_SUCCESS;
    return program;
}

cl_int clBuildProgram(cl_program program, cl_uint n_devices, const cl_device_id *devices, const char *options,
                      void(CL_CALLBACK *notify)(cl_program, void *), void *user)
{
    (void)n_devices, (void)devices, (void)notify, (void)user;
    char *ptx = ptx_of(program->source, options);
    REQUIRE(cuModuleLoadData(&program->module, ptx));
    free(ptx);
    return CL_SUCCESS;
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info what,
                             size_t bytes, void *value, size_t *value_bytes)
{
    (void)program, (void)device, (void)what, (void)bytes, (void)value, (void)value_bytes;
    fail("clGetProgramBuildInfo is not here");
}

cl_int clReleaseProgram(cl_program program)
{
    free(program->source);
    free(program);
    return CL_SUCCESS;
}

static unsigned number_of(const char *name)
{
    const char *text = getenv(name);
    return text != NULL ? (unsigned)strtoul(text, NULL, 10) : 0;
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *status)
{
    cl_kernel kernel = allocate(sizeof *kernel);
    REQUIRE(cuModuleGetFunction(&kernel->function, program->module, name));
    if (getenv("GPU_CARVEOUT") != NULL)
        REQUIRE(cuFuncSetAttribute(kernel->function, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
                                   (int)number_of("GPU_CARVEOUT")));
    if (number_of("GPU_SHARED") > 0)
        REQUIRE(cuFuncSetAttribute(kernel->function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                   (int)number_of("GPU_SHARED")));
    *status = CL_SUCCESS;
    return kernel;
}

cl_int clReleaseKernel(cl_kernel kernel)
{
    free(kernel);
    return CL_SUCCESS;
}

static int is_buffer(cl_mem pointer)
{
    for (unsigned i = 0; i < MOST_BUFFERS; i++)
        if (buffers[i] == pointer)
            return 1;
    return 0;
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void *value)
{
    if (index >= MOST_ARGUMENTS || bytes > ARGUMENT_BYTES || value == NULL)
        fail("argument %u of %zu bytes is not one that workloads have", (unsigned)index, bytes);
    cl_mem buffer = NULL;
    if (bytes == sizeof buffer)
        memcpy(&buffer, value, bytes);
    if (buffer != NULL && is_buffer(buffer))
        value = &buffer->address;
    memcpy(kernel->argument[index], value, bytes);
    return CL_SUCCESS;
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local, cl_uint n_wait,
                              const cl_event *wait, cl_event *event)
{
    (void)queue, (void)n_wait, (void)wait, (void)event;
    if (offset != NULL)
        fail("a launch with an offset");
    unsigned groups[3] = {1, 1, 1}, items[3] = {1, 1, 1};
    for (cl_uint i = 0; i < dimensions; i++) {
        items[i] = (unsigned)local[i];
        groups[i] = (unsigned)(global[i] / local[i]);
    }
    void *argument[MOST_ARGUMENTS];
    for (unsigned i = 0; i < MOST_ARGUMENTS; i++)
        argument[i] = kernel->argument[i];
    REQUIRE(cuLaunchKernel(kernel->function, groups[0], groups[1], groups[2], items[0], items[1], items[2],
                           number_of("GPU_SHARED"), NULL, argument, NULL));
    return CL_SUCCESS;
}

/* ---- buffers ---- */

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *content, cl_int *status)
{
    (void)context, (void)flags;
    if (content != NULL)
        fail("a buffer with content");
    unsigned i = 0;
    while (i < MOST_BUFFERS && buffers[i] != NULL)
        i++;
    if (i == MOST_BUFFERS)
        fail("more than %d buffers", MOST_BUFFERS);
    buffers[i] = allocate(sizeof *buffers[i]);
    REQUIRE(cuMemAlloc(&buffers[i]->address, bytes));
    *status = CL_SUCCESS;
    return buffers[i];
}

cl_int clReleaseMemObject(cl_mem buffer)
{
    for (unsigned i = 0; i < MOST_BUFFERS; i++)
        if (buffers[i] == buffer)
            buffers[i] = NULL;
    REQUIRE(cuMemFree(buffer->address));
    free(buffer);
    return CL_SUCCESS;
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t bytes, void *content, cl_uint n_wait, const cl_event *wait, cl_event *event)
{
    (void)queue, (void)blocking, (void)n_wait, (void)wait, (void)event;
    REQUIRE(cuMemcpyDtoH(content, buffer->address + offset, bytes));
    return CL_SUCCESS;
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t bytes, const void *content, cl_uint n_wait, const cl_event *wait,
                            cl_event *event)
{
    (void)queue, (void)blocking, (void)n_wait, (void)wait, (void)event;
    REQUIRE(cuMemcpyHtoD(buffer->address + offset, content, bytes));
    return CL_SUCCESS;
}

/* Preloaded into an OpenCL program: kernels are compiled by COMPILE_COMMAND (called with source file, output
 * file and options) and handed to the platform as a binary, so that another platform runs the very code that
 * Poise traces. Where the program leaves the size of groups to the platform, line N of the file GROUP_SIZES
 * is that of launch N. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_PROGRAMS = 64 };

/* Programs from source, and what was built of each. */
static struct {
    cl_program from_source, from_binary;
    char *source;
} programs[MAX_PROGRAMS];
static int n_programs;

static void *next(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) {
        fprintf(stderr, "use_bitcode: %s is missing\n", name);
        exit(1);
    }
    return function;
}

static int find(cl_program program)
{
    for (int i = 0; i < n_programs; i++) {
        if (programs[i].from_source == program)
            return i;
    }
    fprintf(stderr, "use_bitcode: an unknown program\n");
    exit(1);
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                     const size_t *lengths, cl_int *code)
{
    cl_program (*create)(cl_context, cl_uint, const char **, const size_t *, cl_int *);
    *(void **)&create = next("clCreateProgramWithSource");
    char *text = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&text, &bytes);
    for (cl_uint i = 0; stream && i < count; i++)
        fwrite(strings[i], 1, lengths && lengths[i] ? lengths[i] : strlen(strings[i]), stream);
    if (!stream || fclose(stream) || n_programs == MAX_PROGRAMS)
        exit(1);
    cl_program program = create(context, count, strings, lengths, code);
    programs[n_programs].from_source = program;
    programs[n_programs++].source = text;
    return program;
}

static unsigned char *compile(const char *source, const char *options, size_t *bytes)
{
    static unsigned char bitcode[1 << 22];
    char input[] = "./sourceXXXXXX", output[] = "./bitcodeXXXXXX", command[1 << 14];
    int in = mkstemp(input), out = mkstemp(output);
    const size_t length = strlen(source);
    if (in < 0 || out < 0 || write(in, source, length) != (ssize_t)length)
        exit(1);
    close(in);
    snprintf(command, sizeof command, "LD_PRELOAD= %s %s %s '%s'", getenv("COMPILE_COMMAND"), input, output,
             options);
    const int status = system(command); /* NOLINT(cert-env33-c): a test tool */
    const ssize_t got = read(out, bitcode, sizeof bitcode);
    close(out);
    unlink(input);
    unlink(output);
    if (status != 0 || got <= 0) {
        fprintf(stderr, "use_bitcode: the compiler failed\n");
        exit(77); /* nothing to compare */
    }
    *bytes = (size_t)got;
    return bitcode;
}

cl_int clBuildProgram(cl_program program, cl_uint n_devices, const cl_device_id *devices, const char *options,
                      void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
    cl_program (*create)(cl_context, cl_uint, const cl_device_id *, const size_t *, const unsigned char **,
                         cl_int *, cl_int *);
    cl_int (*build)(cl_program, cl_uint, const cl_device_id *, const char *,
                    void(CL_CALLBACK *)(cl_program, void *), void *);
    *(void **)&create = next("clCreateProgramWithBinary");
    *(void **)&build = next("clBuildProgram");
    (void)n_devices;
    (void)devices;
    (void)notify;
    (void)data;
    const int i = find(program);
    cl_context context;
    cl_device_id device;
    clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof(cl_context), (void *)&context, NULL);
    clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof(cl_device_id), (void *)&device, NULL);
    size_t bytes;
    const unsigned char *bitcode = compile(programs[i].source, options ? options : "", &bytes);
    cl_int code;
    programs[i].from_binary = create(context, 1, &device, &bytes, &bitcode, NULL, &code);
    return code != CL_SUCCESS ? code : build(programs[i].from_binary, 1, &device, "", NULL, NULL);
}

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *code)
{
    cl_kernel (*create)(cl_program, const char *, cl_int *);
    *(void **)&create = next("clCreateKernel");
    return create(programs[find(program)].from_binary, name, code);
}

static void read_group_size(unsigned launch, size_t size[3])
{
    FILE *file = fopen(getenv("GROUP_SIZES"), "r");
    for (unsigned i = 0; i <= launch; i++) {
        if (!file || fscanf(file, "%zu %zu %zu", &size[0], &size[1], &size[2]) != 3) {
            fprintf(stderr, "use_bitcode: no group size for launch %u\n", launch);
            exit(1);
        }
    }
    fclose(file);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t *offset, const size_t *global, const size_t *local,
                              cl_uint n_events, const cl_event *events, cl_event *event)
{
    cl_int (*enqueue)(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *,
                      cl_uint, const cl_event *, cl_event *);
    *(void **)&enqueue = next("clEnqueueNDRangeKernel");
    static unsigned n_launches;
    size_t size[3];
    if (!local)
        read_group_size(n_launches, size);
    n_launches++;
    return enqueue(queue, kernel, dimensions, offset, global, local ? local : size, n_events, events, event);
}

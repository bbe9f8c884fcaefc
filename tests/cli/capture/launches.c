/* launches SOURCE STEP...: one step after the other on two buffers of 8 KiB. A step is
 *     KERNEL[*TIMES]   launches the kernel that often in one group of 64 on the second buffer, zero before
 *     first:KERNEL     the same on the first buffer
 *     build, release   a second program whose kernel `second` adds 1, launched twice; its end
 *     kill:worker, kill:server   ends these processes
 *     late:worker, late:server   stops them and ends them half a second later: what they are sent meanwhile,
 * they never read workers          number of processes that run kernels, and whether they are those of the
 * last such step Each step that launches says the code of its last launch and the sum of the buffer. */
#define _POSIX_C_SOURCE          200809L /* popen */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ITEMS = 64, WORDS = 2048 };

static cl_context context;
static cl_command_queue queue;
static cl_mem buffers[2];

static void check(cl_int code, const char *what)
{
    if (code != CL_SUCCESS) {
        fprintf(stderr, "%s: OpenCL error %d\n", what, code);
        exit(1);
    }
}

static cl_program build(const char *source)
{
    cl_int code;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
    check(code, "clCreateProgramWithSource");
    check(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), "clBuildProgram");
    return program;
}

static void launch(cl_program program, const char *name, unsigned times, cl_mem buffer)
{
    static int values[WORDS];
    const size_t items = ITEMS;
    cl_int code;
    cl_kernel kernel = clCreateKernel(program, name, &code);
    check(code, name);
    check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, ITEMS * sizeof(int), NULL), "clSetKernelArg");
    memset(values, 0, sizeof values);
    check(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL), "write");
    for (unsigned i = 0; i < times; i++)
        code = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL);
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL), "read");
    long sum = 0;
    for (int i = 0; i < WORDS; i++)
        sum += values[i];
    printf("%s: %d, sum %ld\n", name, code, sum);
    check(clReleaseKernel(kernel), "clReleaseKernel");
}

static void count_workers(void)
{
    static char last[4096];
    char command[100], now[4096];
    snprintf(command, sizeof command, "pgrep -f '^poise-kernel-server %d$'", (int)getpid());
    FILE *pipe = popen(command, "r");
    if (!pipe)
        exit(1);
    size_t n = fread(now, 1, sizeof now - 1, pipe);
    pclose(pipe);
    now[n] = '\0';
    int processes = 0;
    for (const char *c = now; *c; c++)
        processes += *c == '\n';
    printf("workers: %d, %s\n", processes - 1, strcmp(now, last) == 0 ? "the same" : "others");
    memcpy(last, now, sizeof last);
}

static void end_processes(bool is_server, bool is_late)
{
    char command[600], send[128];
    snprintf(send, sizeof send, "%s -%%s %s $p", is_server ? "kill" : "pkill", is_server ? "" : "-P");
    char now[160], later[160];
    snprintf(now, sizeof now, send, is_late ? "STOP" : "KILL");
    snprintf(later, sizeof later, send, "KILL");
    /* On a busy machine the one that has workers may not be there yet. */
    snprintf(command, sizeof command,
             "n=0; for try in $(seq 50); do for p in $(pgrep -f '^poise-kernel-server %d$'); do"
             " pgrep -P $p >/dev/null || continue; %s && n=$((n + 1)); [ %d = 0 ] || (sleep 0.5; %s) & done;"
             " [ $n = 0 ] || break; sleep 0.1; done; [ $n = 1 ]",
             (int)getpid(), now, is_late, later);
    if (system(command))
        printf("nobody was ended\n");
}

static void run_step(cl_program program, char *step)
{
    static cl_program other;
    char *times = strchr(step, '*');
    int is_first = strncmp(step, "first:", 6) == 0;
    if (times)
        *times++ = '\0';
    if (strcmp(step, "workers") == 0)
        count_workers();
    else if (strncmp(step, "kill:", 5) == 0)
        end_processes(strcmp(step, "kill:server") == 0, false);
    else if (strncmp(step, "late:", 5) == 0)
        end_processes(strcmp(step, "late:server") == 0, true);
    else if (strcmp(step, "release") == 0)
        check(clReleaseProgram(other), "clReleaseProgram");
    else if (strcmp(step, "build") == 0) {
        other =
            build("__kernel void second(__global int *out, __local int *given) { out[get_local_id(0)]++; }");
        launch(other, "second", 2, buffers[1]);
    } else
        launch(program, step + (is_first ? 6 : 0), times ? (unsigned)atoi(times) : 1, buffers[!is_first]);
}

int main(int argc, char **argv)
{
    static char source[1 << 16];
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file || fread(source, 1, sizeof source - 1, file) == 0)
        return 2;
    fclose(file);
    setvbuf(stdout, NULL, _IOLBF, 0);
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "clCreateContext");
    queue = clCreateCommandQueue(context, device, 0, &code);
    check(code, "clCreateCommandQueue");
    for (int b = 0; b < 2; b++) {
        buffers[b] = clCreateBuffer(context, CL_MEM_READ_WRITE, WORDS * sizeof(int), NULL, &code);
        check(code, "clCreateBuffer");
    }
    cl_program program = build(source);
    for (int i = 2; i < argc; i++)
        run_step(program, argv[i]);
    return 0;
}

/* stubborn KERNELS HOW: launches kernel `endless` of a source file, ignoring the signals that ask a program
 * to end (HOW all), or SIGTERM alone (term), or none (obey); or its child does so while it waits (child).
 * Makes the file "ready" first. */
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void launch(const char *path)
{
    static char source[1 << 16];
    const char *text = source;
    const size_t items = 64;
    cl_int code;
    cl_device_id device;
    FILE *file = fopen(path, "r");
    if (!file || fread(source, 1, sizeof source - 1, file) == 0)
        exit(2);
    fclose(file);
    cl_context context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &code);
    clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof(cl_device_id), &device, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    code = clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    cl_kernel kernels[2] = {clCreateKernel(program, "fill", NULL), clCreateKernel(program, "endless", NULL)};
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(int), NULL, NULL);
    for (int k = 0; k < 2 && code == CL_SUCCESS; k++) {
        clSetKernelArg(kernels[k], 0, sizeof(cl_mem), &buffer);
        if (k == 1)
            fclose(fopen("ready", "w"));
        code = clEnqueueNDRangeKernel(queue, kernels[k], 1, NULL, &items, NULL, 0, NULL, NULL);
    }
    fprintf(stderr, "OpenCL error %d\n", code);
    exit(1);
}

int main(int argc, char **argv)
{
    static const int asking[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};
    if (argc < 3)
        return 2;
    const char *how = argv[2];
    const int n = strcmp(how, "obey") == 0 ? 0 : strcmp(how, "term") == 0 ? 1 : 4;
    for (int i = 0; i < n; i++)
        signal(asking[i], SIG_IGN);
    if (strcmp(how, "child") == 0 && fork() != 0) {
        for (;;)
            pause();
    }
    launch(argv[1]);
    return 1;
}

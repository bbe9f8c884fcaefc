/* recover SOURCE KERNEL: launches fill(), KERNEL and fill() again and says how each went and whether the
 * memory is right afterwards. Kernels take (__global int *) of 1024 elements and run in groups of 64. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

enum { ITEMS = 1024 };

static void check(cl_int code, const char *what)
{
    if (code != CL_SUCCESS) {
        fprintf(stderr, "%s: OpenCL error %d\n", what, code);
        exit(1);
    }
}

/* The status of a launch, whether the call or its event has it. */
static cl_int launch(cl_command_queue queue, cl_program program, const char *name, cl_mem buffer)
{
    const size_t items = ITEMS, group = 64;
    cl_int code, status = CL_COMPLETE;
    cl_kernel kernel = clCreateKernel(program, name, &code);
    check(code, "clCreateKernel");
    check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer), "clSetKernelArg");
    cl_event event = NULL;
    code = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, &event);
    if (event) {
        clWaitForEvents(1, &event);
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
        clReleaseEvent(event);
    }
    clReleaseKernel(kernel);
    return code != CL_SUCCESS ? code : status;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    static char source[1 << 16];
    FILE *file = fopen(argv[1], "r");
    if (!file || fread(source, 1, sizeof source - 1, file) == 0)
        return 2;
    fclose(file);
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;
    const char *text = source;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    check(code, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
    check(code, "clCreateProgramWithSource");
    check(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), "clBuildProgram");
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, ITEMS * sizeof(int), NULL, &code);
    check(code, "clCreateBuffer");
    printf("before: %d\n", launch(queue, program, "fill", buffer));
    printf("%s: %d\n", argv[2], launch(queue, program, argv[2], buffer));
    static int values[ITEMS];
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL), "read");
    long sum = 0;
    for (int i = 0; i < ITEMS; i++)
        sum += values[i];
    printf("sum: %ld\n", sum);
    printf("after: %d\n", launch(queue, program, "fill", buffer));
    return 0;
}

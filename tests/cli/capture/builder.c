/* builder SOURCE OPTIONS [step|time]: builds SOURCE and prints the error code; the build log goes to the file
 * `log`, the program's binary to the file `binary`. With `step` it compiles, with a header "given.h", and
 * links. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static cl_context context;
static cl_device_id device;

static char *read_source(const char *path)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "r");
    if (!file)
        exit(2);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static cl_program make(const char *text)
{
    return clCreateProgramWithSource(context, 1, &text, NULL, NULL);
}

static void show(cl_program program, cl_int code)
{
    static char log[1 << 16];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    FILE *file = fopen("log", "w");
    printf("%d\n", code);
    if (!file)
        exit(2);
    fputs(log, file);
    fclose(file);
}

static void write_binary(cl_program program)
{
    static unsigned char data[1 << 20], *binaries[] = {data};
    size_t bytes = 0;
    FILE *file = fopen("binary", "w");
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL);
    if (!file || bytes > sizeof data ||
        clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binaries, binaries, NULL))
        exit(2);
    fwrite(data, 1, bytes, file);
    fclose(file);
}

static cl_program build_in_steps(cl_program program, const char *options)
{
    const char *name = "given.h";
    cl_program header = make("#define GIVEN 1\n");
    cl_int code = clCompileProgram(program, 0, NULL, options, 1, &header, &name, NULL, NULL);
    show(program, code);
    cl_program linked = clLinkProgram(context, 0, NULL, "", 1, &program, NULL, NULL, &code);
    show(linked, code);
    return linked;
}

static double milliseconds(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    cl_platform_id platform;
    if (argc < 3 || clGetPlatformIDs(1, &platform, NULL) ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
        return 2;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_program program = make(read_source(argv[1]));
    if (argc > 3 && strcmp(argv[3], "step") == 0) {
        write_binary(build_in_steps(program, argv[2]));
        return 0;
    }
    const double start = milliseconds();
    cl_int code = clBuildProgram(program, 0, NULL, argv[2], NULL, NULL);
    if (argc > 3)
        printf("build: %.3f ms\n", milliseconds() - start);
    show(program, code);
    if (code == CL_SUCCESS)
        write_binary(program);
    return 0;
}

/* Programs: build, compile and link with headers and libraries, binaries, logs; every parameter also wrong.
 */
#include "api.h"

static const char main_source[] = "#include \"sub/scale.h\"\n"
                                  "kernel void run(global int *out) { *out = scale(20) + EXTRA; }\n";
static const char header_source[] = "int scale(int x);\n";
static const char library_source[] = "#include <sub/scale.h>\nint scale(int x) { return 2 * x; }\n";

static int notified;

static void CL_CALLBACK note(cl_program program, void *user_data)
{
    (void)program;
    notified += *(int *)user_data;
}

static cl_program_binary_type type_of(cl_program program)
{
    cl_program_binary_type type;
    EXPECT(CL_SUCCESS,
           clGetProgramBuildInfo(program, test_device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    return type;
}

static void log_of(cl_program program, char log[1024])
{
    size_t bytes;
    EXPECT(CL_SUCCESS, clGetProgramBuildInfo(program, test_device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes));
    CHECK(bytes >= 1 && bytes <= 1024);
    EXPECT(CL_SUCCESS, clGetProgramBuildInfo(program, test_device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL));
}

static int result_of(cl_program program)
{
    int result = 0;
    cl_kernel kernel;
    cl_mem out = test_buffer(0, sizeof result, NULL);
    MAKE(kernel, clCreateKernel(program, "run", &test_error));
    EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), &out));
    EXPECT(CL_SUCCESS, clEnqueueTask(test_queue, kernel, 0, NULL, NULL));
    EXPECT(CL_SUCCESS,
           clEnqueueReadBuffer(test_queue, out, CL_TRUE, 0, sizeof result, &result, 0, NULL, NULL));
    clReleaseKernel(kernel), clReleaseMemObject(out);
    return result;
}

/* The same program from its own binary. */
static cl_program reload(cl_program program)
{
    size_t bytes;
    cl_int status = 1;
    cl_program loaded;
    EXPECT(CL_SUCCESS, clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL));
    unsigned char *binary = malloc(bytes);
    CHECK(bytes > 0 && binary);
    EXPECT(CL_SUCCESS, clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
    MAKE(loaded, clCreateProgramWithBinary(test_context, 1, &test_device, &bytes,
                                           (const unsigned char **)&binary, &status, &test_error));
    CHECK(status == CL_SUCCESS);
    /* Damaged in any byte or shortened, it is none. */
    for (size_t i = 0; i < bytes; i += 1 + bytes / 50) {
        binary[i] ^= 1;
        EXPECT_NONE(CL_INVALID_BINARY,
                    clCreateProgramWithBinary(test_context, 1, &test_device, &bytes,
                                              (const unsigned char **)&binary, &status, &test_error));
        CHECK(status == CL_INVALID_BINARY);
        binary[i] ^= 1;
    }
    for (size_t i = 1; i < bytes; i += 1 + bytes / 20)
        EXPECT_NONE(CL_INVALID_BINARY,
                    clCreateProgramWithBinary(test_context, 1, &test_device, &i,
                                              (const unsigned char **)&binary, NULL, &test_error));
    free(binary);
    return loaded;
}

static void steps(void)
{
    const char *names[] = {"sub/scale.h"}, *outside[] = {"a/../../scale.h"};
    int weight = 1;
    cl_program header = test_source(header_source), part = test_source(main_source),
               rest = test_source(library_source);
    cl_program library, whole, alone;
    EXPECT(CL_COMPILE_PROGRAM_FAILURE,
           clCompileProgram(part, 0, NULL, "-DEXTRA=2", 0, NULL, NULL, NULL, NULL));
    EXPECT(CL_INVALID_COMPILER_OPTIONS, clCompileProgram(part, 0, NULL, "-o x", 0, NULL, NULL, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clCompileProgram(part, 0, NULL, "", 1, NULL, NULL, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clCompileProgram(part, 0, NULL, "", 1, &header, outside, NULL, NULL));
    EXPECT(CL_SUCCESS,
           clCompileProgram(part, 1, &test_device, "-DEXTRA=2", 1, &header, names, note, &weight));
    EXPECT(CL_SUCCESS, clCompileProgram(rest, 0, NULL, NULL, 1, &header, names, NULL, NULL));
    CHECK(notified == 1 && type_of(part) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    EXPECT_NONE(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(part, "run", &test_error));

    EXPECT_NONE(CL_INVALID_OPERATION,
                clLinkProgram(test_context, 0, NULL, "", 1, &header, NULL, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_VALUE, clLinkProgram(test_context, 0, NULL, "", 0, NULL, NULL, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_LINKER_OPTIONS,
                clLinkProgram(test_context, 0, NULL, "-x", 1, &part, NULL, NULL, &test_error));
    alone = clLinkProgram(test_context, 0, NULL, NULL, 1, &part, NULL, NULL, &test_error);
    EXPECT(CL_LINK_PROGRAM_FAILURE, test_error);
    char log[1024];
    log_of(alone, log);
    CHECK(strstr(log, "scale") != NULL);

    cl_program whole_inputs[2];
    MAKE(library, clLinkProgram(test_context, 0, NULL, "-create-library", 1, &rest, NULL, NULL, &test_error));
    CHECK(type_of(library) == CL_PROGRAM_BINARY_TYPE_LIBRARY);
    whole_inputs[0] = reload(part);
    whole_inputs[1] = reload(library);
    EXPECT(CL_INVALID_BINARY, clBuildProgram(whole_inputs[0], 0, NULL, "", NULL, NULL));
    MAKE(whole, clLinkProgram(test_context, 1, &test_device, "-cl-fast-relaxed-math", 2, whole_inputs, note,
                              &weight, &test_error));
    CHECK(notified == 2 && type_of(whole) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE && result_of(whole) == 42);
    cl_program all[] = {header, part, rest, library, whole, alone, whole_inputs[0], whole_inputs[1]};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        EXPECT(CL_SUCCESS, clReleaseProgram(all[i]));
}

static void one_step(void)
{
    int weight = 100;
    char text[1024];
    size_t n;
    cl_kernel kernels[2];
    cl_program program =
        test_source("kernel void run(global int *out) { *out = VALUE; } kernel void other(void) {}");
    EXPECT_NONE(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(program, "run", &test_error));
    EXPECT(CL_INVALID_PROGRAM_EXECUTABLE,
           clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof n, &n, NULL));
    EXPECT(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 0, NULL, NULL, note, &weight));
    CHECK(notified == 102);
    log_of(program, text);
    CHECK(strstr(text, "VALUE") != NULL);
    EXPECT(CL_INVALID_BUILD_OPTIONS, clBuildProgram(program, 0, NULL, "--version", NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clBuildProgram(program, 1, NULL, "", NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clBuildProgram(program, 0, NULL, "", NULL, &weight));
    EXPECT(CL_INVALID_DEVICE, clBuildProgram(program, 1, &(cl_device_id){NULL}, "", NULL, NULL));
    EXPECT(CL_SUCCESS, clBuildProgram(program, 1, &test_device, "-DVALUE=5", NULL, NULL));
    EXPECT(CL_SUCCESS,
           clGetProgramBuildInfo(program, test_device, CL_PROGRAM_BUILD_OPTIONS, sizeof text, text, NULL));
    CHECK(strcmp(text, "-DVALUE=5") == 0 && result_of(program) == 5);
    EXPECT(CL_SUCCESS, clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, NULL));
    CHECK(strcmp(text, "run;other") == 0);
    EXPECT(CL_INVALID_VALUE, clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 3, text, NULL));
    EXPECT(CL_INVALID_VALUE, clCreateKernelsInProgram(program, 1, kernels, NULL));
    EXPECT(CL_SUCCESS, clCreateKernelsInProgram(program, 2, kernels, NULL));
    EXPECT(CL_INVALID_OPERATION, clBuildProgram(program, 0, NULL, "-DVALUE=6", NULL, NULL));
    clReleaseKernel(kernels[0]), clReleaseKernel(kernels[1]);
    EXPECT(CL_SUCCESS, clBuildProgram(program, 0, NULL, "-DVALUE=6", NULL, NULL));
    CHECK(result_of(program) == 6);
    cl_program loaded = reload(program);
    EXPECT_NONE(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(loaded, "run", &test_error));
    EXPECT(CL_SUCCESS, clBuildProgram(loaded, 0, NULL, "", NULL, NULL));
    CHECK(result_of(loaded) == 6);
    EXPECT(CL_INVALID_OPERATION, clCompileProgram(loaded, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
    EXPECT(CL_SUCCESS, clRetainProgram(loaded));
    clReleaseProgram(loaded), clReleaseProgram(loaded), clReleaseProgram(program);
}

static void creation(void)
{
    const char *none = NULL, *pieces[] = {"kernel void run(global int *out)XX", "{ *out = 9; }"};
    const size_t lengths[] = {strlen(pieces[0]) - 2, 0};
    const unsigned char *foreign = (const unsigned char *)"\177ELF no program of ours";
    size_t bytes = 20;
    cl_program program;
    EXPECT_NONE(CL_INVALID_VALUE, clCreateProgramWithSource(test_context, 0, pieces, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_VALUE, clCreateProgramWithSource(test_context, 1, &none, NULL, &test_error));
    MAKE(program, clCreateProgramWithSource(test_context, 2, pieces, lengths, &test_error));
    EXPECT(CL_SUCCESS, clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    CHECK(result_of(program) == 9);
    EXPECT_NONE(CL_INVALID_KERNEL_NAME, clCreateKernel(program, "walk", &test_error));
    EXPECT_NONE(CL_INVALID_VALUE, clCreateKernel(program, NULL, &test_error));
    EXPECT(CL_SUCCESS, clReleaseProgram(program));
    EXPECT_NONE(CL_INVALID_BINARY, clCreateProgramWithBinary(test_context, 1, &test_device, &bytes, &foreign,
                                                             NULL, &test_error));
    EXPECT_NONE(CL_INVALID_VALUE,
                clCreateProgramWithBinary(test_context, 0, NULL, &bytes, &foreign, NULL, &test_error));
    EXPECT_NONE(CL_INVALID_VALUE,
                clCreateProgramWithBuiltInKernels(test_context, 1, &test_device, "none", &test_error));
    EXPECT(CL_INVALID_PROGRAM, clReleaseProgram(NULL));
    EXPECT(CL_SUCCESS, clUnloadCompiler());
    EXPECT(CL_SUCCESS, clUnloadPlatformCompiler(test_platform));
}

int main(void)
{
    test_open(0);
    steps();
    one_step();
    creation();
    test_close();
    return 0;
}

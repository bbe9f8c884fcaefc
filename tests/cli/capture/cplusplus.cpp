// The C++ header of Khronos, with exceptions, functors and enqueued events.
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <cstdio>
#include <vector>

static const char source[] = "kernel void axpy(float a, global const float *x, global float *y, local float *scratch)\n"
                             "{ size_t i = get_global_id(0); scratch[get_local_id(0)] = x[i];\n"
                             "  barrier(CLK_LOCAL_MEM_FENCE); y[i] += a * scratch[get_local_id(0)]; }\n";

static bool refuses_unknown_kernel(const cl::Program &program)
{
    try {
        cl::Kernel kernel(program, "no_such_kernel");
    } catch (const cl::Error &error) {
        return error.err() == CL_INVALID_KERNEL_NAME;
    }
    return false;
}

int main()
try {
    constexpr size_t n = 1024, group = 64;
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::Device device = context.getInfo<CL_CONTEXT_DEVICES>().front();
    cl::CommandQueue queue(context, device, cl::QueueProperties::Profiling);
    cl::Program program(context, source);
    program.build("-cl-mad-enable");
    std::vector<float> x(n, 2.0F), y(n, 1.0F);
    cl::Buffer bx(context, x.begin(), x.end(), true), by(context, y.begin(), y.end(), false);
    cl::KernelFunctor<float, cl::Buffer, cl::Buffer, cl::LocalSpaceArg> axpy(program, "axpy");
    cl::UserEvent start(context);
    cl::Event done = axpy(cl::EnqueueArgs(queue, start, cl::NDRange(n), cl::NDRange(group)), 3.0F, bx, by,
                          cl::Local(group * sizeof(float)));
    start.setStatus(CL_COMPLETE);
    done.wait();
    cl::copy(queue, by, y.begin(), y.end());
    for (float value : y) {
        if (value != 7.0F)
            return 1;
    }
    std::printf("%s %d\n", program.getInfo<CL_PROGRAM_KERNEL_NAMES>().c_str(), refuses_unknown_kernel(program));
    return 0;
} catch (const cl::Error &error) {
    std::printf("%s: %d\n", error.what(), error.err());
    return 1;
}

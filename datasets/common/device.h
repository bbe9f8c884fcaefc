/* The first OpenCL device, of whatever type, and what a workload does with it: build, copy, launch. Every
 * failed call ends the program with a sentence that names the call. */
#ifndef POISE_DATASETS_DEVICE_H
#define POISE_DATASETS_DEVICE_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include <stddef.h>

enum {
    DEVICE_GROUP_SIZE = 256, /* work-items of a group: eight warps */
    DEVICE_TILE_WIDTH = 32,  /* of a group in two dimensions, as in PolyBench for GPUs: a warp is a row */
    DEVICE_TILE_HEIGHT = 8,
    DEVICE_MAX_BUFFERS = 256,
    DEVICE_MAX_KERNELS = 32,
    DEVICE_NAME_BYTES = 128,
};

/* Owns its buffers and kernels: device_close releases them. */
typedef struct device {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_mem buffer[DEVICE_MAX_BUFFERS];
    cl_kernel kernel[DEVICE_MAX_KERNELS];
    const char *kernel_name[DEVICE_MAX_KERNELS];
    unsigned n_buffers, n_kernels;
    unsigned launches; /* kernels enqueued so far */
    char name[DEVICE_NAME_BYTES];
} device;

/* The text of the program's .cl file, embedded by the build (mk/datasets.mk). */
extern const char kernel_source[];

/* Takes the first device of the first platform that has one and builds `source` for it; a build error shows
 * the compiler's messages. */
void device_open(device *dev, const char *source);
/* Waits for the device and releases everything. */
void device_close(device *dev);

/* The same one for the same name; keeps `name`. */
cl_kernel device_kernel(device *dev, const char *name);
/* A read-write buffer with a copy of `content`, or with zeros when that is NULL. bytes > 0. */
cl_mem device_buffer(device *dev, size_t bytes, const void *content);
/* Waits for the device and releases all buffers but the first `n_buffers`: the memory of one round of many.
 */
void device_keep_buffers(device *dev, unsigned n_buffers);
/* Blocking copies of the first `bytes` of a buffer. */
void device_read(const device *dev, cl_mem buffer, size_t bytes, void *content);
void device_write(const device *dev, cl_mem buffer, size_t bytes, const void *content);

typedef struct device_argument {
    size_t bytes;
    const void *value;
} device_argument;

/* Enqueues `kernel` over at least `n_items` work-items: rounded up to whole groups, so a kernel checks its
 * index. */
void device_launch(device *dev, cl_kernel kernel, size_t n_items, const device_argument *arguments,
                   size_t n_arguments);

/* The same over a grid of at least width x height work-items, in groups of DEVICE_TILE_WIDTH x
 * DEVICE_TILE_HEIGHT. */
void device_launch_grid(device *dev, cl_kernel kernel, size_t width, size_t height,
                        const device_argument *arguments, size_t n_arguments);

/* An argument of one of the types that kernels take here; any other type does not compile. */
/* clang-format off */
#define ARG(variable)                                                                                     \
    {_Generic((variable), cl_mem: sizeof(cl_mem), cl_uint: sizeof(cl_uint), cl_float: sizeof(cl_float)), \
     &(variable)}
/* clang-format on */

/* device_launch with a list of variables as arguments: DEVICE_RUN(&dev, kernel, n, ARG(buffer), ARG(n)). */
#define DEVICE_RUN(dev, kernel, n_items, ...)                                   \
    device_launch(dev, kernel, n_items, (const device_argument[]){__VA_ARGS__}, \
                  sizeof((const device_argument[]){__VA_ARGS__}) / sizeof(device_argument))

/* The same with device_launch_grid. */
#define DEVICE_RUN_GRID(dev, kernel, width, height, ...)                                   \
    device_launch_grid(dev, kernel, width, height, (const device_argument[]){__VA_ARGS__}, \
                       sizeof((const device_argument[]){__VA_ARGS__}) / sizeof(device_argument))

#endif

#include "probe/host/launcher.h"

#include "probe/host/opencl_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PROGRAMS = 16, MOST_KERNELS = 64 };

typedef struct built_program {
    char file[PROBE_KERNEL];
    cl_program program;
} built_program;

typedef struct built_kernel {
    char name[PROBE_KERNEL];
    cl_kernel kernel;
} built_kernel;

struct probe_launcher {
    probe_opencl *host;
    built_program programs[MOST_PROGRAMS];
    built_kernel kernels[MOST_KERNELS];
    uint32_t n_programs, n_kernels;
    cl_mem constants;
};

int probe_launcher_open(probe_launcher **opened, probe_opencl *host, poise_error *err)
{
    probe_launcher *l = calloc(1, sizeof *l);
    *opened = NULL;
    if (l == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for kernels of the probe");
    l->host = host;
    int code = probe_opencl_make_buffer(host, &l->constants, PROBE_CONSTANT_BYTES, err);
    if (code != POISE_OK) {
        probe_launcher_close(l);
        return code;
    }
    *opened = l;
    return POISE_OK;
}

void probe_launcher_close(probe_launcher *l)
{
    if (l == NULL)
        return;
    for (uint32_t i = 0; i < l->n_kernels; i++)
        l->host->clReleaseKernel(l->kernels[i].kernel);
    for (uint32_t i = 0; i < l->n_programs; i++)
        l->host->clReleaseProgram(l->programs[i].program);
    if (l->constants != NULL)
        l->host->clReleaseMemObject(l->constants);
    free(l);
}

/* The program of kernel `name`, FILE_WHAT. */
static int find_program(probe_launcher *l, const char *name, cl_program *program, poise_error *err)
{
    char file[PROBE_KERNEL];
    snprintf(file, sizeof file, "%.*s.cl", (int)strcspn(name, "_"), name);
    for (uint32_t i = 0; i < l->n_programs; i++) {
        if (strcmp(l->programs[i].file, file) == 0) {
            *program = l->programs[i].program;
            return POISE_OK;
        }
    }
    if (l->n_programs == MOST_PROGRAMS)
        return poise_fail(err, POISE_FAILED, "too many programs of the probe");
    built_program *p = &l->programs[l->n_programs];
    int code = probe_opencl_compile(l->host, file, &p->program, err);
    if (code != POISE_OK)
        return code;
    snprintf(p->file, sizeof p->file, "%s", file);
    l->n_programs++;
    *program = p->program;
    return POISE_OK;
}

static int find_kernel(probe_launcher *l, const char *name, cl_kernel *kernel, poise_error *err)
{
    cl_program program = NULL;
    cl_int status;
    for (uint32_t i = 0; i < l->n_kernels; i++) {
        if (strcmp(l->kernels[i].name, name) == 0) {
            *kernel = l->kernels[i].kernel;
            return POISE_OK;
        }
    }
    if (l->n_kernels == MOST_KERNELS || strlen(name) >= PROBE_KERNEL)
        return poise_fail(err, POISE_FAILED, "kernel %s of the probe is one too many", name);
    int code = find_program(l, name, &program, err);
    if (code != POISE_OK)
        return code;
    built_kernel *k = &l->kernels[l->n_kernels];
    k->kernel = l->host->clCreateKernel(program, name, &status);
    if (status != CL_SUCCESS)
        return poise_fail(err, POISE_FAILED, "the probe has no kernel %s: error %d", name, (int)status);
    snprintf(k->name, sizeof k->name, "%s", name);
    l->n_kernels++;
    *kernel = k->kernel;
    return POISE_OK;
}

static int lay_constants(probe_launcher *l, const probe_chain *chain, poise_error *err)
{
    static const uint32_t words = PROBE_CONSTANT_BYTES / PROBE_WORD;
    if (probe_chain_bytes(chain) > PROBE_CONSTANT_BYTES)
        return poise_fail(err, POISE_USAGE, "a pointer chase does not fit into %d bytes of constants",
                          PROBE_CONSTANT_BYTES);
    cl_uint *next = calloc(words, sizeof *next);
    if (next == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a pointer chase");
    for (uint32_t i = 0; i < chain->n; i++)
        next[chain->word[i]] = chain->word[i + 1 < chain->n ? i + 1 : 0];
    cl_int status = l->host->clEnqueueWriteBuffer(l->host->queue, l->constants, CL_TRUE, 0,
                                                  PROBE_CONSTANT_BYTES, next, 0, NULL, NULL);
    free(next);
    return status == CL_SUCCESS ? POISE_OK : probe_opencl_refused(status, "constants of the probe", err);
}

int probe_launcher_lay(probe_launcher *l, const probe_launch *launch, poise_error *err)
{
    if (launch->chain == NULL)
        return POISE_OK;
    return launch->is_constant ? lay_constants(l, launch->chain, err)
                               : probe_opencl_lay(l->host, launch->chain, err);
}

static cl_int set_arguments(const probe_launcher *l, cl_kernel kernel, const probe_launch *launch)
{
    const probe_opencl *host = l->host;
    cl_uint i = 0;
    cl_int status =
        host->clSetKernelArg(kernel, i++, sizeof(cl_mem), launch->is_constant ? &l->constants : &host->next);
    if (status == CL_SUCCESS)
        status = host->clSetKernelArg(kernel, i++, sizeof(cl_mem), &host->last);
    for (uint32_t n = 0; n < PROBE_MOST_NUMBERS && status == CL_SUCCESS; n++)
        status = host->clSetKernelArg(kernel, i++, sizeof(cl_uint), &launch->number[n]);
    if (status == CL_SUCCESS && launch->local_bytes > 0)
        status = host->clSetKernelArg(kernel, i++, launch->local_bytes, NULL);
    return status;
}

int probe_launcher_run(probe_launcher *l, const probe_launch *launch, double *ns, uint32_t *number,
                       poise_error *err)
{
    cl_kernel kernel = NULL;
    int code = find_kernel(l, launch->kernel, &kernel, err);
    if (code != POISE_OK)
        return code;
    cl_int status = set_arguments(l, kernel, launch);
    if (status != CL_SUCCESS)
        return probe_opencl_refused(status, "an argument of the probe", err);
    if (number != NULL)
        *number = l->host->launches;
    status = probe_opencl_run(l->host, kernel, (size_t)launch->groups * launch->group, launch->group, ns);
    if (ns != NULL && (status == CL_INVALID_WORK_GROUP_SIZE || status == CL_OUT_OF_RESOURCES)) {
        *ns = NAN;
        return POISE_OK;
    }
    return status == CL_SUCCESS ? POISE_OK : probe_opencl_refused(status, "a launch of the probe", err);
}

uint32_t probe_launcher_most_group(const probe_launcher *l)
{
    size_t most = 1;
    if (l->host->clGetDeviceInfo(l->host->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL) !=
        CL_SUCCESS)
        return 1;
    return most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
}

#include "evaluate/nearest.h"

#include <stdbool.h>
#include <string.h>

static uint32_t distance(const evaluate_launch *launch, const profile_kernel *kernel)
{
    return launch->index > kernel->launch_index ? launch->index - kernel->launch_index
                                                : kernel->launch_index - launch->index;
}

static bool is_neighbour(const evaluate_program *program, const evaluate_launch *launch,
                         const profile_kernel *kernel)
{
    return kernel->warps == launch->warps && strcmp(kernel->run, program->name) == 0 &&
           strcmp(kernel->kernel, launch->kernel) == 0;
}

static bool is_nearer(const evaluate_launch *launch, const profile_kernel *kernel, const profile_kernel *than)
{
    if (than == NULL || distance(launch, kernel) < distance(launch, than))
        return true;
    return distance(launch, kernel) == distance(launch, than) && kernel->launch_index < than->launch_index;
}

size_t evaluate_adopt_nearest(evaluate_program *program, const profile *surface)
{
    size_t adopted = 0;
    for (size_t i = 0; i < program->n_launches; i++) {
        evaluate_launch *launch = &program->launches[i];
        const profile_kernel *nearest = NULL;
        bool is_measured = false;
        for (size_t k = 0; k < surface->n_kernels && !is_measured; k++) {
            const profile_kernel *kernel = &surface->kernels[k];
            is_measured =
                strcmp(kernel->trace_hash, launch->trace_hash) == 0 && kernel->warps == launch->warps;
            if (is_neighbour(program, launch, kernel) && is_nearer(launch, kernel, nearest))
                nearest = kernel;
        }
        if (is_measured || nearest == NULL)
            continue;
        memcpy(launch->profiled_as, nearest->trace_hash, sizeof launch->profiled_as);
        adopted++;
    }
    return adopted;
}

#include "evaluate/program.h"

#include "sim/sim.h"
#include "trace/files.h"

#include <stdlib.h>
#include <string.h>

static int by_index(const void *a, const void *b)
{
    const evaluate_launch *one = a, *other = b;
    if (one->index != other->index)
        return one->index < other->index ? -1 : 1;
    return strcmp(one->path, other->path);
}

static uint32_t ceil_divide(uint64_t a, uint64_t b)
{
    return (uint32_t)((a + b - 1) / b);
}

/* Warps per scheduler that the grid can fill when its blocks are dealt to all SMs. */
static uint32_t filled_warps(const evaluate_shape *shape, const sim_config *config, uint32_t warps)
{
    uint64_t blocks_per_sm = ceil_divide(shape->n_thread_blocks, config->sms);
    uint32_t filled = ceil_divide(blocks_per_sm * shape->warps_per_block, config->schedulers);
    return filled < warps ? filled : warps;
}

static int fit(evaluate_launch *launch, const sim_config *config, poise_error *err)
{
    const evaluate_shape *shape = &launch->shape;
    const warp_trace asks = {.header = {.registers_per_thread = shape->registers_per_thread,
                                        .shared_bytes_per_block = shape->shared_bytes_per_block},
                             .n_thread_blocks = shape->n_thread_blocks,
                             .warps_per_block = shape->warps_per_block};
    launch->warps = sim_warps_per_scheduler(config, &asks);
    launch->filled_warps = filled_warps(shape, config, launch->warps);
    if (launch->warps == 0)
        return poise_fail(err, POISE_USAGE,
                          "%s: a thread block of kernel '%s' does not fit on an SM of this machine",
                          launch->path, launch->kernel);
    return POISE_OK;
}

static int describe(evaluate_launch *launch, const sim_config *config, poise_error *err)
{
    warp_trace trace;
    int code = warp_trace_read(launch->path, &trace, err);
    if (code != POISE_OK)
        return code;
    launch->index = trace.header.launch_index;
    memcpy(launch->trace_hash, trace.hash, sizeof launch->trace_hash);
    launch->kernel = strdup(trace.header.kernel);
    launch->warp_insts = trace.warp_insts;
    launch->shape = (evaluate_shape){trace.n_thread_blocks, trace.warps_per_block,
                                     trace.header.registers_per_thread, trace.header.shared_bytes_per_block};
    warp_trace_free(&trace);
    if (launch->kernel == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for '%s'", launch->path);
    return fit(launch, config, err);
}

static int describe_all(evaluate_program *program, const char *folder, const trace_files *files,
                        const sim_config *config, poise_error *err)
{
    program->name = trace_program_name(folder);
    program->launches = calloc(files->n, sizeof *program->launches);
    if (program->name == NULL || program->launches == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the %zu traces of '%s'", files->n, folder);
    for (size_t i = 0; i < files->n; i++) {
        evaluate_launch *launch = &program->launches[program->n_launches++];
        launch->path = strdup(files->path[i]);
        if (launch->path == NULL)
            return poise_fail(err, POISE_FAILED, "out of memory for the traces of '%s'", folder);
        int code = describe(launch, config, err);
        if (code != POISE_OK)
            return code;
    }
    qsort(program->launches, program->n_launches, sizeof *program->launches, by_index);
    return POISE_OK;
}

int evaluate_program_open(evaluate_program *program, const char *folder, const sim_config *config,
                          poise_error *err)
{
    *program = (evaluate_program){0};
    trace_files files;
    char *word = strdup(folder); /* the list takes words that are not const */
    if (word == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for '%s'", folder);
    int code = trace_files_list(&files, 1, &word, err);
    free(word);
    if (code != POISE_OK)
        return code;
    code = describe_all(program, folder, &files, config, err);
    trace_files_free(&files);
    if (code != POISE_OK)
        evaluate_program_free(program);
    return code;
}

static int copy_launch(evaluate_launch *launch, const evaluate_launch *opened, const sim_config *config,
                       poise_error *err)
{
    *launch = *opened;
    launch->path = strdup(opened->path);
    launch->kernel = strdup(opened->kernel);
    if (launch->path == NULL || launch->kernel == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for '%s'", opened->path);
    return fit(launch, config, err);
}

int evaluate_program_open_on(evaluate_program *program, const evaluate_program *opened,
                             const sim_config *config, poise_error *err)
{
    char *name = strdup(opened->name);
    evaluate_launch *launches = calloc(opened->n_launches, sizeof *launches);
    *program = (evaluate_program){0};
    if (name == NULL || launches == NULL) {
        free(name);
        free(launches);
        return poise_fail(err, POISE_FAILED, "out of memory for program '%s'", opened->name);
    }
    *program = (evaluate_program){.name = name, .launches = launches};
    int code = POISE_OK;
    for (size_t i = 0; i < opened->n_launches && code == POISE_OK; i++) {
        program->n_launches++;
        code = copy_launch(&launches[i], &opened->launches[i], config, err);
    }
    if (code != POISE_OK)
        evaluate_program_free(program);
    return code;
}

void evaluate_program_free(evaluate_program *program)
{
    for (size_t i = 0; i < program->n_launches; i++) {
        free(program->launches[i].path);
        free(program->launches[i].kernel);
    }
    free(program->launches);
    free(program->name);
    *program = (evaluate_program){0};
}

bool evaluate_program_is_same(const evaluate_program *one, const evaluate_program *other)
{
    struct stat a, b;
    return one->n_launches > 0 && other->n_launches > 0 && trace_file_stat(one->launches[0].path, &a) == 0 &&
           trace_file_stat(other->launches[0].path, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

uint32_t evaluate_program_warps(const evaluate_program *program)
{
    uint32_t most = 0;
    for (size_t i = 0; i < program->n_launches; i++)
        most = program->launches[i].warps > most ? program->launches[i].warps : most;
    return most;
}

double evaluate_program_warp_insts(const evaluate_program *program)
{
    double sum = 0;
    for (size_t i = 0; i < program->n_launches; i++)
        sum += (double)program->launches[i].warp_insts;
    return sum;
}

#include "trace/cpu/cpu_program.h"

#include <stdlib.h>

typedef struct loading {
    cpu_program *program;
    const char *path;
    size_t room;
    uint64_t position;
} loading;

static int grow(loading *l, poise_error *err)
{
    size_t room = l->room > 0 ? 2 * l->room : 1024;
    cpu_program_request *grown = realloc(l->program->request, room * sizeof *grown);
    if (grown == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for %zu requests", l->path, room);
    l->program->request = grown;
    l->room = room;
    return POISE_OK;
}

static int take(void *user, const cpu_request *request, poise_error *err)
{
    loading *l = user;
    const int code = l->program->n == l->room ? grow(l, err) : POISE_OK;
    if (code != POISE_OK)
        return code;
    l->position += request->gap;
    l->program->request[l->program->n++] =
        cpu_program_request_make(l->position, request->line, request->write_back);
    return POISE_OK;
}

int cpu_program_read(cpu_program *program, const char *path, poise_error *err)
{
    *program = (cpu_program){0};
    loading l = {.program = program, .path = path};
    FILE *stream = fopen(path, "rb");
    if (stream == NULL)
        return poise_fail_errno(err, POISE_FAILED, "cannot read %s", path);
    const int code = cpu_trace_read(stream, path, &program->header, &program->totals, take, &l, err);
    fclose(stream);
    if (code != POISE_OK)
        return code;
    const uint64_t instructions = program->totals.instructions;
    if (instructions < 1 || instructions > CPU_PROGRAM_INSTRUCTIONS)
        return poise_fail(err, POISE_FAILED, "%s has %llu instructions; 1 to %llu can be simulated", path,
                          (unsigned long long)instructions, (unsigned long long)CPU_PROGRAM_INSTRUCTIONS);
    return POISE_OK;
}

void cpu_program_free(cpu_program *program)
{
    free(program->request);
    program->request = NULL;
    program->n = 0;
}

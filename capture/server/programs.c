#include "capture/server/programs.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* dlopen() wants a path, and takes a path that it has seen for the library that it has loaded: the descriptor
 * stays open so that its number stays taken. */
static int load_image(const void *binary, size_t size, capture_program *program, poise_error *err)
{
    char path[64];
    char name[] = "/tmp/poise-program-XXXXXX";
    int file = memfd_create("poise-program", MFD_CLOEXEC);
    bool is_written = file >= 0 && write(file, binary, size) == (ssize_t)size;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (!is_written) { /* a limit of file sizes counts for files in memory as well */
        if (file >= 0)
            close(file);
        file = mkostemp(name, O_CLOEXEC);
        is_written = file >= 0 && write(file, binary, size) == (ssize_t)size;
        snprintf(path, sizeof path, "%s", name);
    }
    program->file = file;
    int code = is_written ? capture_program_load(path, &program->image, err)
                          : poise_fail_errno(err, POISE_FAILED, "cannot store a program of %zu bytes", size);
    if (path[1] == 't')
        unlink(path);
    return code;
}

static void free_program(capture_program *program)
{
    capture_program_unload(&program->image);
    if (program->file >= 0)
        close(program->file);
    free(program->experience);
    free(program);
}

int capture_programs_load(capture_programs *programs, uint64_t number, const void *binary, size_t size,
                          poise_error *err)
{
    capture_programs_unload(programs, number);
    capture_program *made = calloc(1, sizeof *made);
    if (!made)
        return poise_fail(err, POISE_FAILED, "out of memory for a program");
    int code = load_image(binary, size, made, err);
    if (code == POISE_OK) {
        made->experience = calloc(made->image.n_kernels + (size_t)1, sizeof *made->experience);
        code = made->experience ? POISE_OK : poise_fail(err, POISE_FAILED, "out of memory for a program");
    }
    if (code != POISE_OK) {
        free_program(made);
        return code;
    }
    programs->n_loaded++;
    made->number = number;
    made->next = programs->first;
    programs->first = made;
    return POISE_OK;
}

void capture_programs_unload(capture_programs *programs, uint64_t number)
{
    for (capture_program **link = &programs->first; *link; link = &(*link)->next) {
        capture_program *program = *link;
        if (program->number != number)
            continue;
        *link = program->next;
        free_program(program);
        return;
    }
}

capture_program *capture_programs_find(const capture_programs *programs, uint64_t number)
{
    capture_program *program = programs->first;
    while (program && program->number != number)
        program = program->next;
    return program;
}

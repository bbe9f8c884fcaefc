#include "capture/platform/program/binary.h"

#include "common/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BINARY_VERSION "1"

static const struct {
    cl_program_binary_type type;
    const char *name; /* of one length: so is the head */
} types[] = {
    {CL_PROGRAM_BINARY_TYPE_EXECUTABLE, "executable"},
    {CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, "object    "},
    {CL_PROGRAM_BINARY_TYPE_LIBRARY, "library   "},
};

enum { N_TYPES = sizeof types / sizeof *types, HEAD_ROOM = 80 };

/* Returns the length of the head. */
static size_t write_head(char head[HEAD_ROOM], int type, const void *content, size_t n)
{
    char hash[POISE_HASH_TEXT];
    poise_hash_bytes(content, n, hash);
    return (size_t)snprintf(head, HEAD_ROOM, "poise program " BINARY_VERSION " %s %s\n", types[type].name,
                            hash);
}

cl_int capture_binary_pack(cl_program program, cl_program_binary_type type, const void *content, size_t n)
{
    char head[HEAD_ROOM];
    int t = 0;
    while (t < N_TYPES - 1 && types[t].type != type)
        t++;
    size_t length = write_head(head, t, content, n);
    char *binary = malloc(length + n);
    if (!binary)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(binary, head, length);
    memcpy(binary + length, content, n);
    free(program->binary);
    program->binary = binary;
    program->binary_bytes = length + n;
    program->binary_type = type;
    return CL_SUCCESS;
}

cl_int capture_binary_open(cl_program program, const char **content, size_t *n)
{
    char head[HEAD_ROOM];
    size_t length = write_head(head, 0, "", 0); /* that of every head */
    if (program->binary_bytes <= length)
        return CL_INVALID_BINARY;
    *content = program->binary + length;
    *n = program->binary_bytes - length;
    for (int t = 0; t < N_TYPES; t++) {
        write_head(head, t, *content, *n);
        if (memcmp(program->binary, head, length) == 0) {
            program->binary_type = types[t].type;
            return CL_SUCCESS;
        }
    }
    return CL_INVALID_BINARY;
}

#include "profile/buffers/schema.h"

#include "swap/swap.h"

#define COLUMN(type, file_name, member, unit, label, scale)                                    \
    .column = {.name = (file_name), .units = (unit), .long_name = (label), .axis = {(scale)}}, \
    .offset = offsetof(type, member)
#define PROGRAM(file_name, member, unit, label) \
    COLUMN(buffers_program, file_name, member, unit, label, "/run")
#define BUFFER(file_name, member, unit, label) \
    COLUMN(buffers_buffer, file_name, member, unit, label, "/address")

const poise_h5_field buffers_program_fields[BUFFERS_PROGRAM_FIELDS] = {
    {.column = {.name = "/run", .units = "", .long_name = "run of the program: folder of its traces"},
     .kind = POISE_H5_TEXT,
     .offset = offsetof(buffers_program, run)},
    {PROGRAM("/program", program, "", "name of the program"), .kind = POISE_H5_TEXT},
    {PROGRAM("/launches", launches, "1", "kernel launches of the program"), .kind = POISE_H5_U32, .min = 1,
     .max = UINT32_MAX},
};

const buffers_wide buffers_program_wide[BUFFERS_PROGRAM_WIDE] = {
    {PROGRAM("/program_reads", reads, "sector", "all 32-byte sectors that its launches read below the L2")},
    {PROGRAM("/program_writes", writes, "sector",
             "all 32-byte sectors that its launches wrote below the L2")},
};

const buffers_wide buffers_buffer_wide[BUFFERS_BUFFER_WIDE] = {
    {.column = {.name = "/address",
                .units = "byte",
                .long_name = "virtual address of the buffer's first byte"},
     .offset = offsetof(buffers_buffer, address)},
    {BUFFER("/bytes", bytes, "byte", "size of the buffer")},
};

const poise_h5_field buffers_buffer_fields[BUFFERS_BUFFER_FIELDS] = {
    {BUFFER("/buffer_program", program, "1", "row of the program in the columns over programs, from 0"),
     .kind = POISE_H5_U32, .max = BUFFERS_MOST_PROGRAMS - 1},
    {BUFFER("/first_launch", first_launch, "1", "first launch of the program that may use it, from 0"),
     .kind = POISE_H5_U32, .max = UINT32_MAX - 1},
    {BUFFER("/end_launch", end, "1",
            "first launch after its release; that after the last one if it has none"),
     .kind = POISE_H5_U32, .min = 1, .max = UINT32_MAX},
    {BUFFER("/source", source, "", "who tells of it: an event of the trace, or inferred from touched pages"),
     .kind = POISE_H5_CHOICE, .choices = buffers_sources},
    {BUFFER("/priority", priority, "1",
            "by accesses / pages within the program; the lowest is evicted first"),
     .kind = POISE_H5_U32, .min = SWAP_PRIORITY_LEAST, .max = SWAP_PRIORITY_MOST},
};

const poise_h5_column buffers_chunk_buffer = {
    .name = "/chunk_buffer",
    .units = "1",
    .long_name =
        "row of the chunk's buffer in the columns over buffers, from 0; chunks of a buffer are in order"};
const poise_h5_column buffers_reads = {.name = "/reads",
                                       .units = "sector",
                                       .long_name =
                                           "32-byte sectors of the chunk that were read below the L2",
                                       .axis = {"/chunk_buffer"}};
const poise_h5_column buffers_writes = {.name = "/writes",
                                        .units = "sector",
                                        .long_name =
                                            "32-byte sectors of the chunk that were written below the L2",
                                        .axis = {"/chunk_buffer"}};

#include "trace/accelsim/import.h"

#include "trace/accelsim/line_words.h"
#include "trace/accelsim/program.h"
#include "trace/accelsim/recorder.h"
#include "trace/accelsim/traceg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct importer {
    const char *path, *folder;
    uint32_t launch_index;
    bool strict;
    traceg_import_report *report;
    traceg_program program;
    trace_writer *writer;
    traceg_recorder recorder;
} importer;

static traceg_static static_of(const traceg_inst *inst)
{
    return (traceg_static){.pc = inst->pc, .inst = inst->inst};
}

/* ---- first reading: the program ---- */

static int note_unknown(importer *import, const char *opcode, poise_error *err)
{
    traceg_import_report *report = import->report;
    if (import->strict)
        return poise_fail(err, POISE_DAMAGED, "opcode '%s' is unknown", traceg_quote(opcode));
    report->unknown++;
    char name[TRACEG_NAME_BYTES];
    snprintf(name, sizeof name, "%.*s", TRACEG_NAME_BYTES - 1, traceg_quote(opcode));
    for (uint32_t i = 0; i < report->n_names; i++)
        if (strcmp(report->name[i], name) == 0)
            return POISE_OK;
    if (report->n_names < TRACEG_MOST_NAMES)
        memcpy(report->name[report->n_names++], name, sizeof name);
    return POISE_OK;
}

static int collect_inst(void *context, uint64_t warp, const traceg_inst *inst, poise_error *err)
{
    (void)warp;
    importer *import = context;
    if (inst->mask == 0) {
        import->report->no_lanes++;
        return POISE_OK;
    }
    import->report->warp_insts++;
    import->report->bypassing += inst->kind.bypasses_l1 && inst->inst.op == TRACE_OP_LOAD_GLOBAL;
    const int code = inst->kind.known ? 0 : note_unknown(import, inst->opcode, err);
    const traceg_static key = static_of(inst);
    return code == POISE_OK ? traceg_program_execute(&import->program, &key, inst->mask, err) : code;
}

static int collect_warp_end(void *context, uint64_t warp, poise_error *err)
{
    (void)warp;
    (void)err;
    traceg_program_end_warp(&((importer *)context)->program);
    return POISE_OK;
}

/* ---- second reading: what was executed ---- */

/* The path of the warp trace; of the kernel's name only letters and digits are kept. */
static int file_name(const importer *import, const char *kernel, char *path, size_t size, poise_error *err)
{
    enum { SHOWN = 100 };
    char name[SHOWN + 1];
    size_t n = 0;
    for (; n < SHOWN && kernel[n] != 0; n++) {
        const char c = kernel[n];
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        name[n] = plain ? c : '_';
    }
    name[n] = 0;
    const int length = snprintf(path, size, "%s/%04u-%s.wtr", import->folder, import->launch_index, name);
    if (length < 0 || (size_t)length >= size)
        return poise_fail(err, POISE_FAILED, "the name of folder %.100s... is too long", import->folder);
    return POISE_OK;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

enum { N_NOTES = 7, COUNT_TEXT = 24 };

/* Where the trace comes from, and what it lacks. */
typedef struct import_notes {
    char count[4][COUNT_TEXT];
    trace_note note[N_NOTES];
} import_notes;

static void fill_notes(const importer *import, const traceg_launch *launch, import_notes *notes)
{
    const uint64_t counts[] = {launch->binary_version, import->report->no_lanes, import->report->bypassing,
                               import->report->unknown};
    for (int i = 0; i < 4; i++)
        snprintf(notes->count[i], COUNT_TEXT, "%llu", (unsigned long long)counts[i]);
    const char *const pairs[N_NOTES][2] = {
        {"creator", "poise " POISE_VERSION},
        {"source", base_name(import->path)},
        {"format", "Accel-Sim SASS trace"},
        {"binary version", notes->count[0]},
        {"instructions left out for want of active lanes", notes->count[1]},
        {"loads that bypass L1, taken as cached", notes->count[2]},
        {"instructions of unknown opcode, taken as int", notes->count[3]},
    };
    for (int i = 0; i < N_NOTES; i++)
        notes->note[i] = (trace_note){(char *)pairs[i][0], (char *)pairs[i][1]};
}

static trace_header header_of(const importer *import, const traceg_launch *launch)
{
    return (trace_header){
        .kernel = launch->kernel,
        .launch_index = import->launch_index,
        .grid = {launch->grid[0], launch->grid[1], launch->grid[2]},
        .block = {launch->block[0], launch->block[1], launch->block[2]},
        .registers_per_thread = (uint32_t)launch->registers,
        .shared_bytes_per_block = (uint32_t)launch->shared_bytes,
        .has_depths = true,
        .n_registers = import->program.n_registers,
        .n_inst = import->program.n_places,
        .n_basic_blocks = import->program.n_blocks,
        .basic_blocks = import->program.blocks,
    };
}

static int begin_recording(void *context, const traceg_launch *launch, poise_error *err)
{
    importer *import = context;
    const traceg_program *program = &import->program;
    trace_header header = header_of(import, launch);
    import_notes notes;
    fill_notes(import, launch, &notes);
    header.n_notes = N_NOTES;
    header.notes = notes.note;
    header.inst = calloc(program->n_places + (size_t)1, sizeof *header.inst);
    if (header.inst == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the program of kernel %s", launch->kernel);
    for (uint32_t i = 0; i < program->n_places; i++)
        header.inst[i] = (trace_inst){.op = TRACE_OP_INT, .destination = TRACE_NO_REGISTER};
    for (uint32_t i = 0; i < program->n; i++)
        header.inst[program->place[i]] = program->insts[i].inst;
    char path[4096];
    int code = file_name(import, launch->kernel, path, sizeof path, err);
    if (code == POISE_OK)
        code = trace_writer_open(&import->writer, path, &header, err);
    free(header.inst);
    return code;
}

static int record_inst(void *context, uint64_t warp, const traceg_inst *inst, poise_error *err)
{
    importer *import = context;
    if (inst->mask == 0)
        return POISE_OK;
    const traceg_static key = static_of(inst);
    const uint32_t index = traceg_program_find(&import->program, &key);
    if (index == TRACEG_NOTHING)
        return poise_fail(err, POISE_FAILED, "%s has changed while it was read", import->path);
    const uint32_t block = import->program.block[index];
    const uint32_t position = import->program.place[index] - import->program.blocks[block].first_inst;
    int code = traceg_recorder_add(&import->recorder, inst, position, err);
    if (code == POISE_OK && position + 1 == import->program.blocks[block].n_inst)
        code = traceg_recorder_flush(&import->recorder, import->writer, warp, block, inst->mask, err);
    return code;
}

static int record_block_end(void *context, uint64_t warps, poise_error *err)
{
    return trace_writer_finish_warps(((importer *)context)->writer, warps, err);
}

/* ---- both ---- */

static const traceg_handler collecting = {.inst = collect_inst, .warp_end = collect_warp_end};
static const traceg_handler recording = {
    .launch = begin_recording, .inst = record_inst, .block_end = record_block_end};

static int run(importer *import, poise_error *err)
{
    int code = traceg_read(import->path, &collecting, import, err);
    if (code == POISE_OK)
        code = traceg_program_divide(&import->program, err);
    if (code == POISE_OK)
        code = traceg_read(import->path, &recording, import, err);
    if (code != POISE_OK) {
        trace_writer_abort(import->writer);
        return code;
    }
    return trace_writer_commit(import->writer, err);
}

int traceg_import(const char *path, const char *folder, uint32_t launch_index, bool strict,
                  traceg_import_report *report, poise_error *err)
{
    memset(report, 0, sizeof *report);
    importer import = {
        .path = path, .folder = folder, .launch_index = launch_index, .strict = strict, .report = report};
    const int code = run(&import, err);
    traceg_program_free(&import.program);
    traceg_recorder_free(&import.recorder);
    return code;
}

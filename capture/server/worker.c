/* A worker: one process that runs chunks of groups until none is left. */
#include "capture/runtime/device_memory.h"
#include "capture/runtime/fault.h"
#include "capture/runtime/print.h"
#include "capture/server/confine.h"
#include "capture/server/prepare.h"
#include "capture/server/team.h"
#include "trace/format/bytes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    SEND_BYTES = 64 << 10, /* recorded warps are sent in pieces of about this size */
    /* Most private memory of a group's work-items that are resident at once; our choice, so that a capture
     * stays below 512 MB. */
    MOST_PRIVATE_BYTES = 256 << 20,
};

typedef struct worker {
    const capture_crew *crew;
    unsigned number;
    int orders, stream;
    trace_bytes message;          /* the order at hand */
    trace_bytes packed;           /* finished warps, not yet sent */
    trace_bytes waiting;          /* messages, not yet sent */
    size_t text_sent, texts_lost; /* of what kernels have printed */
    /* of the launch at hand: */
    capture_share share;
    capture_prepared prepared;
    const capture_launch *launch; /* of `prepared` */
    trace_encoder *encoder;       /* NULL: run without a trace */
    capture_merge merge;
    capture_group_runner runner; /* its lanes stay for the next one */
} worker;

static int send_bytes(const worker *w, const void *data, size_t size, poise_error *err)
{
    const char *at = data;
    while (size > 0) {
        ssize_t written = write(w->stream, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return poise_fail_errno(err, POISE_FAILED, "a worker cannot write its stream");
        at += written;
        size -= (size_t)written;
    }
    return POISE_OK;
}

static int send_waiting(worker *w, poise_error *err)
{
    int code = send_bytes(w, w->waiting.data, w->waiting.n, err);
    w->waiting.n = 0;
    return code;
}

/* Small messages wait for others: each one that is sent wakes the server, which short launches would spend
 * their time with. */
static int send_message(worker *w, capture_stream_kind kind, const void *data, size_t size, poise_error *err)
{
    const uint64_t head[2] = {kind, size};
    bool is_small = size < SEND_BYTES;
    int code = trace_bytes_append(&w->waiting, head, sizeof head, err);
    if (code == POISE_OK && is_small)
        code = trace_bytes_append(&w->waiting, data, size, err);
    if (code == POISE_OK && (!is_small || w->waiting.n >= SEND_BYTES))
        code = send_waiting(w, err);
    return code != POISE_OK || is_small ? code : send_bytes(w, data, size, err);
}

static int send_packed(worker *w, poise_error *err)
{
    int code = w->packed.n ? send_message(w, STREAM_WARPS, w->packed.data, w->packed.n, err) : POISE_OK;
    w->packed.n = 0;
    return code;
}

/* The first access out of bounds and the first barrier that is not reached, for the one who reports. */
static void post_warning(const worker *w, uint64_t warps)
{
    capture_worker_slot *slot = &w->crew->board->slot[w->number];
    if (w->merge.n_warnings > 0 && slot->n_warnings == 0) {
        slot->warning_warp = warps;
        snprintf(slot->warning, sizeof slot->warning, "%s", w->merge.warning.text);
    }
    slot->n_warnings = w->merge.n_warnings;
    if (w->merge.absence.code != 0 && slot->absence[0] == '\0') {
        slot->absence_warp = w->merge.absence_warp;
        snprintf(slot->absence, sizeof slot->absence, "%s", w->merge.absence.text);
    }
}

/* What the kernel has printed since the last time, at once: the next group may fail. */
static int send_text(worker *w, poise_error *err)
{
    size_t bytes, lost;
    const char *text = capture_print_text(&bytes, &lost);
    int code = POISE_OK;
    if (bytes > w->text_sent)
        code = send_message(w, STREAM_TEXT, text + w->text_sent, bytes - w->text_sent, err);
    const uint64_t more = lost - w->texts_lost;
    if (code == POISE_OK && more > 0)
        code = send_message(w, STREAM_TEXT_LOST, &more, sizeof more, err);
    if (code == POISE_OK && bytes > w->text_sent)
        code = send_waiting(w, err);
    w->text_sent = bytes;
    w->texts_lost = lost;
    return code;
}

/* Called after each group. */
static int finish_group(void *user, uint64_t warps, poise_error *err)
{
    worker *w = user;
    capture_board *board = w->crew->board;
    atomic_fetch_add(&board->groups_done, 1);
    int code = send_text(w, err);
    if (!w->encoder)
        return code;
    for (uint32_t i = 0; i < w->runner.warps_per_group && code == POISE_OK; i++)
        code = trace_encoder_finish_warp(w->encoder, &w->packed, err);
    if (code == POISE_OK && w->packed.n >= SEND_BYTES)
        code = send_packed(w, err);
    post_warning(w, warps);
    if (w->merge.access.conflicts)
        atomic_store(&board->conflict, true);
    if (atomic_load_explicit(&board->conflict, memory_order_relaxed))
        _exit(0);
    return code;
}

static int run_chunk(worker *w, uint64_t chunk, poise_error *err)
{
    const capture_share *share = &w->share;
    uint64_t first = chunk * share->chunk_groups, end = first + share->chunk_groups;
    end = end < share->n_groups ? end : share->n_groups;
    int code = send_message(w, STREAM_CHUNK, &chunk, sizeof chunk, err);
    w->merge.totals = (capture_totals){0};
    if (w->encoder)
        trace_encoder_begin(w->encoder, first * w->runner.warps_per_group);
    if (code == POISE_OK)
        code = capture_launch_run(&w->runner, first, end, finish_group, w, err);
    if (code == POISE_OK)
        code = send_packed(w, err);
    return code != POISE_OK ? code
                            : send_message(w, STREAM_END, &w->merge.totals, sizeof w->merge.totals, err);
}

static int check_private_memory(const worker *w, poise_error *err)
{
    const capture_code *code = w->launch->code;
    const size_t *local = w->launch->geometry.local;
    uint64_t items = code->has_barrier ? (uint64_t)local[0] * local[1] * local[2] : TRACE_WARP_SIZE;
    uint64_t bytes = items * code->entry->private_bytes;
    if (bytes <= MOST_PRIVATE_BYTES)
        return POISE_OK;
    return poise_fail(
        err, POISE_FAILED,
        "%llu work-items with %u bytes of private memory each are more than the limit of %d MiB",
        (unsigned long long)items, code->entry->private_bytes, MOST_PRIVATE_BYTES >> 20);
}

static int open_recording(worker *w, const capture_order *order, poise_error *err)
{
    const capture_launch *launch = w->launch;
    w->encoder = NULL;
    w->runner.merge = NULL;
    if (!*order->path)
        return POISE_OK;
    trace_header header = capture_launch_header(launch, order->index, order->notes, order->n_notes);
    int code = trace_encoder_open(&w->encoder, &header, err);
    if (code == POISE_OK)
        code = capture_merge_open(&w->merge, launch->image, launch->code, w->encoder, err);
    w->merge.access.global = &launch->global;
    w->merge.access.local = &launch->local;
    w->merge.access.worker = w->number;
    w->merge.access.only_warns = w->crew->settings->only_warns;
    w->runner.merge = &w->merge;
    return code;
}

static void close_recording(worker *w)
{
    if (!w->encoder)
        return;
    capture_merge_close(&w->merge);
    trace_encoder_close(w->encoder);
}

static int protect_memory(const capture_ranges *ranges, poise_error *err)
{
    uint64_t *bounds = calloc(2 * ranges->n + 1, sizeof *bounds);
    if (!bounds)
        return poise_fail(err, POISE_FAILED, "out of memory for a worker");
    for (size_t i = 0; i < ranges->n; i++) {
        bounds[i] = ranges->range[i].begin;
        bounds[ranges->n + i] = ranges->range[i].end;
    }
    int code = capture_memory_restrict(bounds, bounds + ranges->n, ranges->n, err);
    free(bounds);
    return code;
}

static int open_launch(worker *w, const capture_order *order, poise_error *err)
{
    const capture_launch *launch = w->launch;
    w->runner.image = launch->image;
    w->runner.code = launch->code;
    w->runner.arguments = launch->arguments;
    w->runner.geometry = launch->geometry;
    w->runner.local = &launch->local;
    capture_print_clear();
    w->text_sent = w->texts_lost = 0;
    capture_fault_watch(w->crew->board->slot[w->number].failure, POISE_ERROR_TEXT, &launch->global,
                        w->crew->settings->time_limit);
    int code = check_private_memory(w, err);
    if (code == POISE_OK)
        code = open_recording(w, order, err);
    if (code == POISE_OK)
        code = capture_group_runner_open(&w->runner, err);
    if (code == POISE_OK)
        code = w->crew->settings->only_warns ? capture_memory_surround(err)
                                             : protect_memory(&launch->global, err);
    return code;
}

static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int run_chunks(worker *w, poise_error *err)
{
    int code = POISE_OK;
    while (code == POISE_OK) {
        uint64_t chunk = atomic_fetch_add(&w->crew->board->next_chunk, 1);
        if (chunk >= w->share.n_chunks)
            break;
        code = run_chunk(w, chunk, err);
    }
    return code;
}

static int run_launch(worker *w, const capture_order *order, poise_error *err)
{
    double start = processor_seconds();
    w->launch = &w->prepared.launch;
    if (w->share.notes_accesses)
        capture_shadow_assign(&w->crew->shadow, &w->prepared.launch.global);
    int code = open_launch(w, order, err);
    if (code == POISE_OK)
        code = run_chunks(w, err);
    if (code != POISE_OK)
        return poise_error_prefix(err, "kernel %s", w->launch->code->name);
    close_recording(w);
    capture_group_runner_close(&w->runner);
    double seconds = processor_seconds() - start;
    code = send_message(w, STREAM_DONE, &seconds, sizeof seconds, err);
    return code != POISE_OK ? code : send_waiting(w, err);
}

/* The server has prepared the same order before: it fails here only for want of memory. */
static int obey(worker *w, const capture_order *order, poise_error *err)
{
    const capture_program *program = capture_programs_find(w->crew->programs, order->program);
    if (!program)
        return poise_fail(err, POISE_FAILED, "kernel %s is not loaded", order->kernel);
    int code = capture_prepare(order, &program->image, &w->prepared, err);
    if (code == POISE_OK)
        code = run_launch(w, order, err);
    if (code == POISE_OK)
        capture_prepared_free(&w->prepared);
    return code;
}

/* The next order; POISE_USAGE when there will be none. */
static int receive(worker *w, capture_order *order, poise_error *err)
{
    uint32_t kind;
    if (capture_wire_receive(w->orders, &kind, &w->message, err))
        return POISE_USAGE;
    if (w->message.n < sizeof w->share)
        return POISE_DAMAGED;
    memcpy(&w->share, w->message.data, sizeof w->share);
    trace_bytes rest = {.data = w->message.data + sizeof w->share, .n = w->message.n - sizeof w->share};
    return capture_order_decode(&rest, order, err);
}

/* After a failure everything that is open ends with the process. */
int capture_worker_run(const capture_crew *crew, unsigned number, int orders, int stream)
{
    worker w = {.crew = crew, .number = number, .orders = orders, .stream = stream};
    poise_error err = {0};
    capture_order order;
    int code = capture_fault_install(capture_call_name, &err);
    if (code == POISE_OK)
        code = capture_confine(crew->settings->confinement, orders, stream, &err);
    while (code == POISE_OK) {
        code = receive(&w, &order, &err);
        if (code == POISE_USAGE)
            return 0;
        if (code == POISE_OK)
            code = obey(&w, &order, &err);
        if (code == POISE_OK)
            capture_order_free(&order);
    }
    snprintf(crew->board->slot[number].failure, POISE_ERROR_TEXT, "%s", err.text);
    return 1;
}

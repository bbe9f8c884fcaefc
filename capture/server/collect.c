#include "capture/server/collect.h"

#include "capture/runtime/fault.h"
#include "capture/runtime/print.h"
#include "common/log.h"
#include "trace/format/bytes.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum {
    READ_BYTES = 256 << 10,
    /* Streams of later chunks are left unread while this much of them waits; the workers then wait too. */
    MOST_WAITING_BYTES = 64 << 20,
    MOST_MESSAGE_BYTES = INT32_MAX, /* the warps of one group are some MB, texts 16; our choice */
    TURN_MILLISECONDS = 200,        /* between two looks at clock and progress */
    FAREWELL_SECONDS = 5,           /* for a worker to say where it was when its time was up */
};

typedef struct stream {
    trace_bytes in;
    size_t used;    /* of `in` */
    uint64_t chunk; /* that it is at, NO_CHUNK between two */
} stream;

#define NO_CHUNK UINT64_MAX

typedef struct collector {
    capture_team *team;
    trace_writer *writer;
    capture_outcome *outcome;
    uint64_t next;   /* chunk to be written */
    unsigned n_busy; /* workers that are not done */
    stream streams[CAPTURE_MOST_WORKERS];
    double deadline; /* 0 = none */
    bool is_told;    /* workers, that their time is up */
    poise_progress *progress;
    uint64_t groups_shown;
} collector;

/* ---- messages ---- */

static int refuse(const collector *c, poise_error *err)
{
    return poise_fail(err, POISE_FAILED,
                      "kernel %s has overwritten memory that is not its own: what the process that ran it "
                      "says makes no sense",
                      c->team->launch->code->name);
}

static size_t waiting_bytes(const collector *c)
{
    size_t bytes = 0;
    for (unsigned w = 0; w < c->team->n_workers; w++)
        bytes += c->streams[w].in.n - c->streams[w].used;
    return bytes;
}

/* A kernel may have written to its process, and whatever it likes to its stream: nothing in it is believed.
 */
typedef struct message {
    uint64_t kind, size;
    const uint8_t *data;
} message;

/* The next whole message, or false. What is longer than any is one of no kind. */
static bool peek(const stream *s, message *m)
{
    uint64_t head[2];
    if (s->in.n - s->used < sizeof head)
        return false;
    memcpy(head, s->in.data + s->used, sizeof head);
    *m = (message){.kind = head[0], .size = head[1], .data = s->in.data + s->used + sizeof head};
    if (m->size > MOST_MESSAGE_BYTES)
        *m = (message){0};
    return s->in.n - s->used - sizeof head >= m->size;
}

/* Copies what a message of fixed size holds. False when it has another. */
static bool take_content(const message *m, void *content, size_t size)
{
    if (m->size == size)
        memcpy(content, m->data, size);
    return m->size == size;
}

static bool end_chunk(collector *c, stream *s, const message *m)
{
    capture_totals one;
    if (!take_content(m, &one, sizeof one) || s->chunk != c->next)
        return false;
    c->outcome->totals.warps += one.warps;
    c->outcome->totals.warp_insts += one.warp_insts;
    c->outcome->totals.thread_insts += one.thread_insts;
    s->chunk = NO_CHUNK;
    c->next++;
    return true;
}

static bool add_lost(collector *c, const message *m)
{
    uint64_t more = 0;
    const bool is_taken = take_content(m, &more, sizeof more);
    c->outcome->texts_lost += more;
    return is_taken;
}

static bool end_share(collector *c, const message *m)
{
    double seconds = 0;
    if (!take_content(m, &seconds, sizeof seconds) || c->n_busy == 0)
        return false;
    c->outcome->seconds += seconds;
    c->n_busy--;
    return true;
}

static int take_message(collector *c, stream *s, const message *m, poise_error *err)
{
    bool makes_sense = false;
    switch (m->kind) {
    case STREAM_CHUNK: makes_sense = take_content(m, &s->chunk, sizeof s->chunk); break;
    case STREAM_WARPS:
        if (c->writer)
            return trace_writer_append(c->writer, m->data, m->size, err);
        break;
    case STREAM_TEXT:
        if (c->outcome->text.n + m->size <= CAPTURE_PRINT_BYTES)
            return trace_bytes_append(&c->outcome->text, m->data, m->size, err);
        break;
    case STREAM_TEXT_LOST: makes_sense = add_lost(c, m); break;
    case STREAM_END: makes_sense = end_chunk(c, s, m); break;
    case STREAM_DONE: makes_sense = end_share(c, m); break;
    default: break;
    }
    return makes_sense ? POISE_OK : refuse(c, err);
}

/* Takes the messages of a stream as far as their turn has come. *advanced when a chunk was completed. */
static int take_messages(collector *c, stream *s, bool *advanced, poise_error *err)
{
    const uint64_t next = c->next;
    message m;
    int code = POISE_OK;
    while (code == POISE_OK && (s->chunk == NO_CHUNK || s->chunk == c->next) && peek(s, &m)) {
        s->used += 2 * sizeof(uint64_t) + m.size;
        code = take_message(c, s, &m, err);
    }
    *advanced |= c->next != next;
    if (s->used == s->in.n)
        s->used = s->in.n = 0;
    return code;
}

static int take_all(collector *c, poise_error *err)
{
    int code = POISE_OK;
    for (bool advanced = true; advanced && code == POISE_OK;) {
        advanced = false;
        for (unsigned w = 0; w < c->team->n_workers && code == POISE_OK; w++)
            code = take_messages(c, &c->streams[w], &advanced, err);
    }
    return code;
}

/* ---- reading ---- */

static int make_room(stream *s, poise_error *err)
{
    if (s->used > 0 && s->used >= s->in.n - s->used) {
        memmove(s->in.data, s->in.data + s->used, s->in.n - s->used);
        s->in.n -= s->used;
        s->used = 0;
    }
    return trace_bytes_reserve(&s->in, READ_BYTES, err);
}

/* Reads what there is; at the end of the stream the worker must have ended well. */
static int read_stream(collector *c, unsigned w, poise_error *err)
{
    stream *s = &c->streams[w];
    int code = make_room(s, err);
    if (code != POISE_OK)
        return code;
    ssize_t n = read(c->team->crew->member[w].stream, s->in.data + s->in.n, READ_BYTES);
    if (n < 0 && errno == EINTR)
        return POISE_OK;
    if (n <= 0)
        return capture_team_reap(c->team, w, err);
    s->in.n += (size_t)n;
    return POISE_OK;
}

static bool is_wanted(const collector *c, unsigned w, size_t waiting)
{
    const stream *s = &c->streams[w];
    return c->team->crew->member[w].stream >= 0 &&
           (s->chunk == NO_CHUNK || s->chunk == c->next || waiting < MOST_WAITING_BYTES);
}

/* Waits for one of the streams and reads all that have something. */
static int read_streams(collector *c, poise_error *err)
{
    struct pollfd files[CAPTURE_HOST_FILES + CAPTURE_MOST_WORKERS];
    size_t waiting = waiting_bytes(c);
    capture_host_poll(&c->team->crew->host, 0, files);
    for (unsigned w = 0; w < c->team->n_workers; w++)
        files[CAPTURE_HOST_FILES + w] = (struct pollfd){
            .fd = is_wanted(c, w, waiting) ? c->team->crew->member[w].stream : -1, .events = POLLIN};
    if (poll(files, CAPTURE_HOST_FILES + c->team->n_workers, TURN_MILLISECONDS) < 0)
        return errno == EINTR ? POISE_OK : poise_fail_errno(err, POISE_FAILED, "cannot wait for workers");
    if (capture_host_is_gone(files)) {
        trace_writer_abort(c->writer);
        capture_crew_dismiss_all(c->team->crew);
        _exit(0);
    }
    int code = POISE_OK;
    for (unsigned w = 0; w < c->team->n_workers && code == POISE_OK; w++) {
        if (files[CAPTURE_HOST_FILES + w].revents)
            code = read_stream(c, w, err);
    }
    return code;
}

/* ---- time ---- */

/* Workers whose time is up say where they were. */
static bool is_out_of_time(collector *c)
{
    double now = poise_now();
    if (c->deadline <= 0 || now < c->deadline)
        return false;
    if (c->is_told)
        return true;
    for (unsigned w = 0; w < c->team->n_workers; w++) {
        if (c->team->crew->member[w].process > 0)
            kill(c->team->crew->member[w].process, CAPTURE_SIGNAL_TIME);
    }
    c->is_told = true;
    c->deadline = now + FAREWELL_SECONDS;
    return false;
}

static void show_progress(collector *c)
{
    uint64_t done = atomic_load(&c->team->crew->board->groups_done);
    poise_progress_add(c->progress, done - c->groups_shown);
    c->groups_shown = done;
}

static capture_verdict collect(collector *c, poise_error *err)
{
    while (c->n_busy > 0) {
        int code = read_streams(c, err);
        if (c->is_told && code != POISE_OK)
            return VERDICT_TIME;
        if (atomic_load(&c->team->crew->board->conflict))
            return VERDICT_CONFLICT;
        if (code == POISE_OK)
            code = take_all(c, err);
        if (code != POISE_OK)
            return VERDICT_FAILED;
        if (is_out_of_time(c)) {
            poise_fail(err, POISE_FAILED, "kernel %s: the launch did not end within %g s (--time-limit)",
                       c->team->launch->code->name, c->team->crew->settings->time_limit);
            return VERDICT_TIME;
        }
        show_progress(c);
    }
    if (atomic_load(&c->team->crew->board->conflict))
        return VERDICT_CONFLICT;
    if (c->next == c->team->share.n_chunks)
        return VERDICT_DONE;
    refuse(c, err);
    return VERDICT_FAILED;
}

capture_verdict capture_collect(capture_team *team, trace_writer *writer, capture_outcome *outcome,
                                poise_error *err)
{
    const capture_settings *settings = team->crew->settings;
    collector c = {.team = team, .writer = writer, .outcome = outcome, .n_busy = team->n_workers};
    for (unsigned w = 0; w < team->n_workers; w++)
        c.streams[w].chunk = NO_CHUNK;
    if (settings->time_limit > 0)
        c.deadline = poise_now() + settings->time_limit;
    if (settings->shows_progress)
        c.progress = poise_progress_begin(team->launch->code->name, "groups", team->share.n_groups,
                                          POISE_PROGRESS_ALWAYS);
    capture_verdict verdict = collect(&c, err);
    poise_progress_end(c.progress);
    if (c.is_told) /* one that was done at that moment has ended all the same */
        capture_team_stop(team);
    for (unsigned w = 0; w < team->n_workers; w++)
        trace_bytes_free(&c.streams[w].in);
    return verdict;
}

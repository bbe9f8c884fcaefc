/* What Gdev does with more programs than memory (Kato et al., USENIX ATC 2012, as [KE 2.3.2, 6.1] has it): a
 * software scheduler lets one kernel at a time into the machine, and before a launch every buffer of its
 * program that was evicted is copied back in whole over the link; whole buffers of other programs are evicted
 * for it. A program whose buffers alone do not fit cannot run [KE 6.2].
 *
 * A new buffer needs memory for its first launch and no copy (our choice: what the host writes into it is not
 * simulated). All buffers of a program are in memory while it runs, as nobody knows what a kernel will use; a
 * buffer that was not written to is copied back all the same, as GPUs have no dirty bits [KE 2.2.4].
 *
 * With `block` evictions are those of GDM (Wang et al., SIGMETRICS 2014, as [KE 2.3.2] has it): of blocks
 * whose hash is that of what the host has nothing is copied back. Here these are blocks that nothing has
 * written to since the buffer was copied or made, as no values are simulated; hashing takes no time (our
 * choices), and a buffer without any other block leaves at once. GDM's other two steps, evicting a part of a
 * buffer and copying the next kernel's data while one runs, are not simulated.
 *
 * Our choices: the launch that asked first is next. Victims are of the program that was launched longest ago,
 * its largest buffer first, of equal ones the one with the lowest address. One copy is under way at a time,
 * evictions first; it takes a set-up time, then the link. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/policy_statistics.h"
#include "sim_hooks/vm/whole_buffers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct gdev_options {
    uint32_t memory; /* MB */
    uint32_t serial;
    double setup_us; /* of a copy */
    uint32_t block;  /* KB that are hashed as one; 0 = nothing is */
} gdev_options;

typedef enum copy_step { COPY_NONE, COPY_SET_UP, COPY_CROSSING, COPY_ARRIVED } copy_step;

typedef struct gdev_copy {
    copy_step step;
    uint32_t buffer; /* NO_BUFFER: it is gone meanwhile */
    uint32_t token;
    bool is_in;
    uint64_t bytes;
    uint64_t began, ready; /* core cycles: of its set-up, end of that */
} gdev_copy;

typedef struct gdev {
    const vm_host *host;
    gdev_options options;
    whole_buffers buffers;
    uint64_t memory, left;                /* pages: all, that nobody has */
    uint16_t waiting[PAGE_BOOK_PROGRAMS]; /* programs whose launch has asked, in that order */
    uint32_t n_waiting;
    bool runs[PAGE_BOOK_PROGRAMS];
    uint32_t n_running;
    uint64_t launched[PAGE_BOOK_PROGRAMS]; /* number of the last launch */
    uint64_t n_launches, n_waited;
    uint64_t latest; /* core cycle of the last call of admit() */
    gdev_copy copy;
    uint64_t copies[2], bytes[2], copy_cycles; /* [is_in] */
    uint64_t unwritten_bytes;                  /* that were not copied out for that */
} gdev;

/* ---- copies ---- */

/* Pages of a buffer that an eviction has to copy. */
static uint64_t pages_out(const gdev *s, uint32_t i)
{
    const uint64_t block_pages =
        ((uint64_t)s->options.block * 1024 + (1 << VM_BASE_BITS) - 1) >> VM_BASE_BITS;
    return block_pages ? whole_buffers_written(&s->buffers, i, block_pages) : s->buffers.buffer[i].pages;
}

static void begin_copy(gdev *s, uint32_t i, uint64_t cycle)
{
    const whole_buffer *buffer = &s->buffers.buffer[i];
    const uint64_t pages = buffer->where == BUFFER_AWAY ? buffer->pages : pages_out(s, i);
    const double set_up = s->options.setup_us * s->host->core_mhz;
    s->copy = (gdev_copy){.step = COPY_SET_UP,
                          .buffer = i,
                          .token = s->copy.token + 1,
                          .is_in = buffer->where == BUFFER_AWAY,
                          .bytes = pages << VM_BASE_BITS,
                          .began = cycle,
                          .ready = cycle + (uint64_t)ceil(set_up)};
    s->left -= s->copy.is_in ? buffer->pages : 0;
    s->unwritten_bytes += (buffer->pages - pages) << VM_BASE_BITS;
    s->host->settle(s->host->opaque); /* for tick() */
}

/* The buffer is gone: the copy goes on for nothing. */
static void give_up_copy(gdev *s)
{
    if (s->copy.step == COPY_NONE || s->copy.buffer == NO_BUFFER)
        return;
    s->left += s->copy.is_in ? s->buffers.buffer[s->copy.buffer].pages : 0;
    s->copy.buffer = NO_BUFFER;
}

static uint64_t tick(void *state, uint64_t cycle)
{
    gdev *s = state;
    if (s->copy.step != COPY_SET_UP)
        return 0;
    if (cycle < s->copy.ready)
        return s->copy.ready - cycle;
    s->copy.step = COPY_CROSSING;
    s->host->transfer(s->host->opaque, s->copy.token, s->copy.bytes, s->copy.is_in);
    return 0;
}

static void transferred(void *state, uint32_t token, uint64_t cycle)
{
    (void)cycle;
    gdev *s = state;
    if (s->copy.step != COPY_CROSSING || token != s->copy.token)
        return;
    s->copy.step = COPY_ARRIVED;
    s->host->settle(s->host->opaque);
}

static void settle(void *state, uint64_t cycle)
{
    gdev *s = state;
    if (s->copy.step != COPY_ARRIVED)
        return;
    s->copy.step = COPY_NONE;
    s->copies[s->copy.is_in]++;
    s->bytes[s->copy.is_in] += s->copy.bytes;
    s->copy_cycles += cycle - s->copy.began;
    if (s->copy.buffer == NO_BUFFER)
        return;
    s->left += s->copy.is_in ? 0 : s->buffers.buffer[s->copy.buffer].pages;
    whole_buffers_put(&s->buffers, s->copy.buffer, s->copy.is_in ? BUFFER_NEAR : BUFFER_AWAY);
}

/* ---- memory for a launch ---- */

/* Pages of buffers of the program that are not in memory of the GPU. */
static uint64_t missing_pages(const gdev *s, uint16_t app)
{
    uint64_t pages = 0;
    for (uint32_t i = 0; i < s->buffers.n; i++) {
        const whole_buffer *buffer = &s->buffers.buffer[i];
        pages += buffer->app == app && buffer->where != BUFFER_NEAR ? buffer->pages : 0;
    }
    return pages;
}

static bool goes_before(const gdev *s, const whole_buffer *a, const whole_buffer *b)
{
    if (a->app != b->app)
        return s->launched[a->app] < s->launched[b->app];
    return a->pages != b->pages ? a->pages > b->pages : a->address < b->address;
}

/* There is one: each program alone has room. */
static uint32_t choose_victim(const gdev *s, uint16_t app)
{
    uint32_t victim = NO_BUFFER;
    for (uint32_t i = 0; i < s->buffers.n; i++) {
        const whole_buffer *buffer = &s->buffers.buffer[i];
        if (!buffer->pages || buffer->app == app || buffer->where != BUFFER_NEAR)
            continue;
        if (victim == NO_BUFFER || goes_before(s, buffer, &s->buffers.buffer[victim]))
            victim = i;
    }
    return victim;
}

static uint32_t first_of(const gdev *s, uint16_t app, buffer_place where)
{
    for (uint32_t i = 0; i < s->buffers.n; i++)
        if (s->buffers.buffer[i].pages && s->buffers.buffer[i].app == app &&
            s->buffers.buffer[i].where == where)
            return i;
    return NO_BUFFER;
}

/* The buffer to copy next, so that the program can be launched; NO_BUFFER = none is left. */
static uint32_t next_copy(const gdev *s, uint16_t app)
{
    return missing_pages(s, app) > s->left ? choose_victim(s, app) : first_of(s, app, BUFFER_AWAY);
}

static void place_new(gdev *s, uint16_t app)
{
    for (uint32_t i = first_of(s, app, BUFFER_NEW); i != NO_BUFFER; i = first_of(s, app, BUFFER_NEW)) {
        s->left -= s->buffers.buffer[i].pages;
        whole_buffers_put(&s->buffers, i, BUFFER_NEAR);
    }
}

/* The same, after buffers that have nothing to copy have left. */
static uint32_t next_real_copy(gdev *s, uint16_t app)
{
    uint32_t next = next_copy(s, app);
    while (next != NO_BUFFER && s->buffers.buffer[next].where == BUFFER_NEAR && !pages_out(s, next)) {
        s->left += s->buffers.buffer[next].pages;
        s->unwritten_bytes += s->buffers.buffer[next].pages << VM_BASE_BITS;
        whole_buffers_put(&s->buffers, next, BUFFER_AWAY);
        next = next_copy(s, app);
    }
    return next;
}

/* Several kernels at once and copies exclude each other [KE 2.3.2]. */
static bool is_ready(gdev *s, uint16_t app, uint64_t cycle)
{
    if (s->copy.step != COPY_NONE || (s->options.serial && s->n_running))
        return false;
    const uint32_t next = s->n_running ? next_copy(s, app) : next_real_copy(s, app);
    if (next != NO_BUFFER && !s->n_running)
        begin_copy(s, next, cycle);
    if (next != NO_BUFFER)
        return false;
    place_new(s, app);
    return true;
}

/* ---- launches ---- */

static void stop_waiting(gdev *s, uint16_t app)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_waiting; i++)
        if (s->waiting[i] != app)
            s->waiting[n++] = s->waiting[i];
    s->n_waiting = n;
}

static void stop_running(gdev *s, uint16_t app)
{
    s->n_running -= s->runs[app];
    s->runs[app] = false;
    if (s->n_waiting)
        s->host->settle(s->host->opaque); /* so that they are asked again */
}

/* Whoever waited when another run of the machine ended. */
static void begin_anew(gdev *s)
{
    s->n_waiting = s->n_running = 0;
    memset(s->runs, 0, sizeof s->runs);
    give_up_copy(s);
    s->copy.step = COPY_NONE;
}

static bool waits(const gdev *s, uint16_t app)
{
    for (uint32_t i = 0; i < s->n_waiting; i++)
        if (s->waiting[i] == app)
            return true;
    return false;
}

static bool admit(void *state, uint16_t app, uint64_t cycle)
{
    gdev *s = state;
    if (cycle < s->latest)
        begin_anew(s);
    s->latest = cycle;
    const bool has_asked = waits(s, app);
    if (!has_asked)
        s->waiting[s->n_waiting++] = app;
    if (s->waiting[0] != app || !is_ready(s, app, cycle)) {
        s->n_waited += !has_asked;
        return false;
    }
    stop_waiting(s, app);
    s->runs[app] = true;
    s->n_running++;
    s->launched[app] = ++s->n_launches;
    return true;
}

static void launch_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)cycle;
    stop_running(state, app);
}

/* ---- buffers ---- */

static void give_back(gdev *s, uint32_t i)
{
    const whole_buffer *buffer = &s->buffers.buffer[i];
    if (s->copy.buffer == i)
        give_up_copy(s);
    s->left += buffer->where == BUFFER_NEAR ? buffer->pages : 0;
}

static void release(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    (void)bytes, (void)cycle;
    gdev *s = state;
    const uint32_t i = whole_buffers_find(&s->buffers, app, address);
    if (i == NO_BUFFER)
        return;
    give_back(s, i);
    whole_buffers_remove(&s->buffers, i);
}

/* A trace that is launched again tells of its buffers again. */
static void allocate(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    gdev *s = state;
    const uint32_t i = whole_buffers_find(&s->buffers, app, address);
    const uint64_t pages = last_page(address, bytes) - (address >> VM_BASE_BITS) + 1;
    if (i != NO_BUFFER && s->buffers.buffer[i].pages == pages)
        return;
    release(s, app, address, bytes, cycle);
    if (!whole_buffers_add(&s->buffers, app, address, bytes) || s->buffers.total[app] > s->memory)
        s->host->refuse(s->host->opaque, app, address, bytes);
}

static void app_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)cycle;
    gdev *s = state;
    for (uint32_t i = 0; i < s->buffers.n; i++)
        if (s->buffers.buffer[i].pages && s->buffers.buffer[i].app == app)
            give_back(s, i);
    whole_buffers_forget(&s->buffers, app);
    stop_waiting(s, app);
    stop_running(s, app);
}

static bool watches(const void *state)
{
    const gdev *s = state;
    return s->options.block != 0;
}

static void accessed(void *state, uint16_t app, uint64_t address, uint32_t sectors, bool is_write)
{
    (void)sectors;
    gdev *s = state;
    if (is_write)
        whole_buffers_write(&s->buffers, app, address);
}

static vm_answer place(void *state, uint16_t app, uint64_t page, vm_place *at, uint64_t cycle)
{
    (void)cycle;
    gdev *s = state;
    at->frame = whole_buffers_frame(&s->buffers, app, page);
    return VM_PRESENT;
}

/* ---- the policy ---- */

static int create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    gdev *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for the buffers of vm:gdev");
    memcpy(&s->options, options, sizeof s->options);
    s->host = s->buffers.host = host;
    s->memory = s->left = (uint64_t)s->options.memory << (20 - VM_BASE_BITS);
    *state = s;
    return POISE_OK;
}

static void destroy(void *state)
{
    gdev *s = state;
    whole_buffers_free(&s->buffers);
    free(s);
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const gdev *s = states[0];
    const policy_statistic all[] = {
        {"copied_in", "buffer", (double)s->copies[true]},
        {"copied_out", "buffer", (double)s->copies[false]},
        {"bytes_in", "byte", (double)s->bytes[true]},
        {"bytes_out", "byte", (double)s->bytes[false]},
        {"copying", "cycle", (double)s->copy_cycles},
        {"launches", "launch", (double)s->n_launches},
        {"waited", "launch", (double)s->n_waited},
        {"bytes_unwritten", "byte", (double)s->unwritten_bytes},
    };
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

static const poise_option option_table[] = {
    {.name = "memory",
     .type = POISE_OPT_UINT32,
     .default_text = "1536",
     .offset = offsetof(gdev_options, memory),
     .min = 0,
     .max = 1048576,
     .help = "MB of memory of the GPU"},
    {.name = "setup_us",
     .type = POISE_OPT_REAL,
     .default_text = "38",
     .offset = offsetof(gdev_options, setup_us),
     .min = 0,
     .max = 1000000,
     .help = "microseconds before a copy: 38 are 13.5 % of one of 4 MiB over 16 GiB/s [KE 6.3.2]"},
    {.name = "serial",
     .type = POISE_OPT_UINT32,
     .default_text = "1",
     .offset = offsetof(gdev_options, serial),
     .min = 0,
     .max = 1,
     .help = "1 = one launch at a time; 0 = several while nothing has to be copied [KE 6.2]"},
    {.name = "block",
     .type = POISE_OPT_UINT32,
     .default_text = "0",
     .offset = offsetof(gdev_options, block),
     .min = 0,
     .max = 131072,
     .help =
         "KB of a block that an eviction does not copy back while nothing has been written to it since the "
         "last copy, as GDM [KE 2.3.2]; 0 = all is copied. With memory = real or ideal-dram"},
};

const vm_policy vm_gdev = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(vm_policy),
             .name = "gdev",
             .summary = "one launch at a time, before which whole buffers are copied in and others' out",
             .source = "Gdev as in Kehne, dissertation, KIT 2019, 2.3.2 and 6",
             .options = option_table,
             .n_options = sizeof option_table / sizeof *option_table,
             .options_size = sizeof(gdev_options)},
    .create = create,
    .life = {.destroy = destroy, .app_end = app_end, .launch_end = launch_end, .statistics = statistics},
    .place = place,
    .allocate = allocate,
    .release = release,
    .admit = admit,
    .settle = settle,
    .transferred = transferred,
    .watches = watches,
    .accessed = accessed,
    .tick = tick,
};

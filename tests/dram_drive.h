/* A memory channel under a stream of random requests of SMs and CPU cores. After every cycle the commands are
 * judged (dram_rules.h) and what the policy does with requests (dram_watch.h); every request is served once,
 * and how long it has waited is kept. The stream takes its choices from the bytes of an input, then from a
 * generator, so that a fuzzer can steer it. A DRAM cycle is a core cycle, and the scheduler runs in step. */
#ifndef POISE_TESTS_DRAM_DRIVE_H
#define POISE_TESTS_DRAM_DRIVE_H

#include "common/random.h"
#include "tests/dram_watch.h"

#include <stdlib.h>

enum { DRIVE_QUEUES = 2, DRIVE_QUEUE = 8, DRIVE_SMS = 4, DRIVE_CPUS = 4, DRIVE_APPS = 1 + DRIVE_CPUS };
enum { DRIVE_SOURCES = DRIVE_SMS + DRIVE_CPUS, DRIVE_TAGS = 1 << 13 };

/* What the requests are like: shares in percent. */
typedef struct drive_stream {
    const char *name;
    uint32_t of_cpus;  /* requests of CPU cores */
    uint32_t writes;   /* that write */
    uint32_t next;     /* that go to the line after the last one of their source */
    uint32_t one_bank; /* of the others, that go to the first bank */
    uint32_t lines;    /* that the others are spread over */
    uint32_t burst;    /* requests to the next pause, on average */
    uint32_t pause;    /* its length in cycles, at most */
} drive_stream;

/* A request from its birth to its end. */
typedef struct drive_request {
    uint64_t born;
    uint8_t left; /* sectors of a read that have not come back */
    bool is_out, is_write;
} drive_request;

typedef struct dram_drive {
    sim_base base;
    dram_watch watch;
    policy_choice given;
    dram_channel channel;
    dram_access_fifo queue[DRIVE_QUEUES]; /* as of two L2 banks */
    dram_rules rules;
    uint64_t now, gather_at;
    drive_request request[DRIVE_TAGS];
    uint32_t next_tag, n_out;
    uint64_t line[DRIVE_SOURCES]; /* asked for last */
    poise_random random;
    const uint8_t *input; /* choices that are made for the generator */
    size_t n_input;
    uint64_t asked, reads, returned;
    uint64_t longest, read_cycles; /* from birth to the last column or the data; of all reads */
    char broken[200];              /* "" = nothing is wrong */
} dram_drive;

static inline bool drive_break(dram_drive *d, const char *why)
{
    if (!d->broken[0])
        snprintf(d->broken, sizeof d->broken, "%s, cycle %llu: %s", d->watch.choice.label,
                 (unsigned long long)d->now, why);
    return false;
}

static inline uint32_t drive_choose(dram_drive *d, uint32_t below)
{
    if (!d->n_input)
        return (uint32_t)poise_random_below(&d->random, below);
    d->n_input--;
    return *d->input++ * below >> 8;
}

static inline bool drive_percent(dram_drive *d, uint32_t share)
{
    return drive_choose(d, 100) < share;
}

/* ---- the channel ---- */

static inline void drive_taken(void *owner, dram_access_fifo *queue)
{
    (void)owner;
    dram_access_fifo_pop(queue);
}

static inline void drive_end_request(dram_drive *d, uint16_t tag)
{
    drive_request *request = &d->request[tag];
    if (!request->is_out)
        drive_break(d, "a request ends twice");
    request->is_out = false;
    d->n_out--;
    if (d->now - request->born > d->longest)
        d->longest = d->now - request->born;
}

static inline bool drive_give(void *owner, const dram_reply *reply)
{
    dram_drive *d = owner;
    drive_request *request = &d->request[reply->tag];
    if (request->is_write)
        drive_break(d, "an answer to a write");
    if (!reply->sectors || reply->sectors & ~request->left)
        drive_break(d, "an answer that nobody waits for");
    request->left &= (uint8_t)~reply->sectors;
    if (request->left)
        return true;
    d->returned++;
    d->read_cycles += d->now - request->born;
    drive_end_request(d, reply->tag);
    return true;
}

/* One channel of the machine `preset` with `settings`, at one clock. */
static inline int drive_config(sim_config *config, const char *preset, const char *const *settings,
                               poise_error *err)
{
    static const char *const own[] = {"sms=4",          "channels=1", "l2_banks=2",
                                      "dram_latency=0", "l2_sets=64", NULL};
    int code = sim_config_load(config, preset, err);
    for (const char *const *s = settings; code == POISE_OK && s && *s; s++)
        code = sim_config_set(config, *s, err);
    for (const char *const *s = own; code == POISE_OK && *s; s++)
        code = sim_config_set(config, *s, err);
    config->core_mhz = config->icnt_mhz = config->l2_mhz = config->dram_mhz;
    return code == POISE_OK ? sim_config_check(config, err) : code;
}

static inline int drive_connect(dram_drive *d, poise_error *err)
{
    for (uint32_t i = 0; i < DRIVE_QUEUES; i++) {
        if (!dram_access_fifo_init(&d->queue[i], &d->base.storage, DRIVE_QUEUE))
            return poise_fail(err, POISE_FAILED, "no memory");
        dram_connect_bank(
            &d->channel, i,
            &(dram_input){.queue = &d->queue[i], .owner = d, .taken = drive_taken, .give = drive_give});
    }
    dram_connect_cpus(&d->channel, &(dram_input){.owner = d, .taken = drive_taken, .give = drive_give});
    d->channel.count = calloc(DRIVE_APPS, sizeof *d->channel.count);
    return d->channel.count ? dram_reset(&d->channel, err) : poise_fail(err, POISE_FAILED, "no memory");
}

/* What the machine tells a policy before the first cycle. */
static inline void drive_tell_begin(dram_drive *d)
{
    const policy_life *life = &d->watch.watched->life;
    for (uint16_t app = 0; app < DRIVE_APPS && life->app_begin; app++)
        life->app_begin(d->watch.state, app, 0);
    if (life->launch_begin)
        life->launch_begin(d->watch.state, &(policy_launch){.kernel = 1, .warps = 24});
    d->gather_at = life->gather ? 0 : UINT64_MAX;
}

static inline int drive_open(dram_drive *d, const char *policy, const sim_config *config, poise_error *err)
{
    memset(d, 0, sizeof *d);
    base_init(&d->base, config, DRIVE_CPUS);
    d->base.blocks_left = 1;
    int code = base_make_wheel(&d->base, err);
    code = code == POISE_OK ? dram_watch_begin(&d->watch, policy, &d->channel, &d->given, err) : code;
    code = code == POISE_OK ? dram_init(&d->channel, &d->base, 0, &d->given, err) : code;
    code = code == POISE_OK ? drive_connect(d, err) : code;
    if (code != POISE_OK)
        return code;
    dram_rules_begin(&d->rules, &d->base.config);
    drive_tell_begin(d);
    return POISE_OK;
}

static inline void drive_close(dram_drive *d)
{
    dram_free(&d->channel);
    policy_choice_free(&d->watch.choice);
    base_free(&d->base);
}

static inline void drive_gather(dram_drive *d)
{
    const uint64_t again = d->watch.watched->life.gather(&d->watch.state, 1, d->now);
    d->gather_at = base_again_at(d->now, again);
    dram_ask_policy(&d->channel);
}

/* What the cycle has left behind. */
static inline bool drive_judge(dram_drive *d, const dram_look *before)
{
    dram_look after;
    dram_look_at(&d->channel, DRIVE_APPS, &after);
    if (!dram_tell(&d->watch, before, &after, d->now, &d->rules))
        return drive_break(d, d->rules.broken[0] ? d->rules.broken : "a column of no request");
    if (d->watch.broken[0])
        return drive_break(d, d->watch.broken);
    const uint32_t done = d->watch.last_done;
    if (done != DRAM_NO_REQUEST && d->channel.job[done].is_write)
        drive_end_request(d, d->channel.job[done].tag);
    return !d->broken[0];
}

/* Runs one cycle. False: `broken` says what is wrong. */
static inline bool drive_step(dram_drive *d)
{
    dram_look before;
    wheel_skip(&d->base.wheel, d->now);
    if (d->gather_at <= d->now)
        drive_gather(d);
    dram_look_at(&d->channel, DRIVE_APPS, &before);
    d->watch.last_done = DRAM_NO_REQUEST;
    dram_run(&d->channel);
    bool ok = drive_judge(d, &before);
    d->now++;
    return ok;
}

/* ---- the stream ---- */

static inline uint16_t drive_tag(dram_drive *d, uint8_t sectors, bool is_write)
{
    while (d->request[d->next_tag].is_out)
        d->next_tag = (d->next_tag + 1) % DRIVE_TAGS;
    d->request[d->next_tag] =
        (drive_request){.born = d->now, .left = sectors, .is_out = true, .is_write = is_write};
    d->n_out++;
    return (uint16_t)d->next_tag;
}

/* Where a source goes next. */
static inline uint64_t drive_line(dram_drive *d, const drive_stream *s, uint32_t source)
{
    if (drive_percent(d, s->next))
        return ++d->line[source];
    const sim_config *config = &d->base.config;
    const uint64_t row_of_all = (uint64_t)config->dram_row_bytes * config->dram_banks / LINE_BYTES;
    if (drive_percent(d, s->one_bank))
        return d->line[source] = drive_choose(d, s->lines) * row_of_all;
    return d->line[source] = drive_choose(d, s->lines);
}

/* The address that sim/base/address.h places there; a column is a line. */
static inline uint64_t drive_address(const sim_config *config, uint32_t bank, uint32_t row, uint32_t column)
{
    const uint64_t above = (uint64_t)row * (config->dram_banks / 2) + bank / 2;
    const uint64_t squeezed = above * config->dram_row_bytes + column * LINE_BYTES;
    return (squeezed >> 8) << 9 | (uint64_t)(bank & 1) << 8 | (squeezed & 0xff);
}

/* A request whose kind is set here. */
static inline void drive_push(dram_drive *d, dram_access_fifo *queue, mem_request request, bool is_write)
{
    request.kind = is_write ? MEM_WRITE_BACK : MEM_LOAD;
    *dram_access_fifo_push(queue) = (dram_access){.request = request,
                                                  .ready = d->now,
                                                  .tag = drive_tag(d, request.sectors, is_write),
                                                  .is_write = is_write};
    d->asked++;
    d->reads += !is_write;
}

/* Asks for the line of an address, as an SM whose requests are all of one queue; false when that is full. */
static inline bool drive_ask_line(dram_drive *d, uint64_t address, bool is_write)
{
    dram_access_fifo *queue = &d->queue[0];
    if (dram_access_fifo_full(queue))
        return false;
    drive_push(d, queue, (mem_request){.address = address, .sectors = ALL_SECTORS}, is_write);
    return true;
}

/* Asks for one line, or half of it for a CPU, if the queue of who asks has room. */
static inline bool drive_ask(dram_drive *d, const drive_stream *s)
{
    const bool of_cpu = drive_percent(d, s->of_cpus);
    const uint32_t cpu = drive_choose(d, DRIVE_CPUS);
    const uint32_t source = of_cpu ? DRIVE_SMS + cpu : drive_choose(d, DRIVE_SMS);
    const bool is_write = drive_percent(d, s->writes);
    address_place place;
    const uint64_t line = drive_line(d, s, source);
    address_locate(d->base.map, line * LINE_BYTES, &place);
    dram_access_fifo *queue = of_cpu ? &d->channel.front.cpu_requests : &d->queue[place.l2_bank];
    if (dram_access_fifo_full(queue) || d->n_out > DRIVE_TAGS / 2)
        return false;
    const uint64_t space = of_cpu ? (uint64_t)(1 + cpu) << VM_APP_SHIFT : 0;
    const uint8_t sectors = (uint8_t)(!of_cpu ? ALL_SECTORS : drive_choose(d, 2) ? 0x3 : 0xc);
    const uint16_t warp = (uint16_t)drive_choose(d, 8);
    const mem_request request = {.address = space + line * LINE_BYTES,
                                 .app = (uint16_t)(of_cpu ? 1 + cpu : 0),
                                 .source = (uint16_t)source,
                                 .warp = warp,
                                 .mark = (uint8_t)drive_choose(d, 4),
                                 .sectors = sectors};
    drive_push(d, queue, request, is_write);
    return true;
}

/* Until nothing is left, `limit` cycles at most. */
static inline bool drive_drain(dram_drive *d, uint64_t limit)
{
    for (uint64_t end = d->now + limit; d->n_out && d->now < end;)
        if (!drive_step(d))
            return false;
    if (d->n_out)
        return drive_break(d, "requests are never served");
    for (int i = 0; i < 4; i++) /* writes leave the channel in the next cycle */
        if (!drive_step(d))
            return false;
    const dram_watch *w = &d->watch;
    if (d->channel.front.jobs.used || d->returned != d->reads)
        return drive_break(d, "requests are left in the channel");
    return w->stored || w->done != d->asked || w->accepted != d->asked
               ? drive_break(d, "what the policy was given is not what has been served")
               : true;
}

/* The whole stream of `requests`. */
static inline bool drive_run(dram_drive *d, const drive_stream *s, uint64_t requests)
{
    while (d->asked < requests) {
        const uint32_t tries = 1 + drive_choose(d, 3);
        for (uint32_t i = 0; i < tries && d->asked < requests; i++)
            drive_ask(d, s);
        uint32_t pause = drive_choose(d, s->burst) == 0 ? drive_choose(d, s->pause + 1) : 0;
        do
            if (!drive_step(d))
                return false;
        while (pause-- > 0);
    }
    return drive_drain(d, 4000000);
}

#endif

/* A cache policy that replaces the first way it may, answers as it is told to, and records its calls. One
 * record for all caches of a machine, which must run in one thread. */
#ifndef POISE_TESTS_CACHE_RECORDER_H
#define POISE_TESTS_CACHE_RECORDER_H

#include "sim_hooks/cache.h"
#include "tests/test.h"

enum { RECORDED_CALLS = 4096 };

typedef enum call_name {
    CALL_ACCESS,
    CALL_FILL,
    CALL_ROUTE,
    CALL_RESULT,
    CALL_ALLOCATE,
    CALL_EVICTED,
    CALL_MARK,
    CALL_FLUSH,
    CALL_TICK
} call_name;

typedef struct recorded_call {
    call_name name;
    uint64_t line, cycle;
    bool hit, by_store;
    mem_request request;
} recorded_call;

static struct cache_record {
    bool keeps_nothing; /* allocate() says no */
    bool sends_around;  /* route() says so */
    uint8_t mark;       /* that it puts on requests */
    uint64_t period;    /* of ticks; 0 = one only */
    uint32_t n;
    recorded_call call[RECORDED_CALLS];
} record;

static inline recorded_call *record_call(call_name name, const mem_request *request)
{
    assert_true(record.n < RECORDED_CALLS);
    recorded_call *call = &record.call[record.n++];
    *call = (recorded_call){.name = name};
    if (request) {
        call->request = *request;
        call->line = mem_line(request);
    }
    return call;
}

static int record_create(const cache_host *given, const void *options, void **state, poise_error *err)
{
    (void)given, (void)options, (void)err;
    *state = &record;
    return POISE_OK;
}

static void record_destroy(void *state)
{
    (void)state;
}

static void record_access(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)state, (void)set, (void)way;
    record_call(CALL_ACCESS, request);
}

static uint32_t record_victim(void *state, uint32_t set, uint32_t candidates, const mem_request *request)
{
    (void)state, (void)set, (void)request;
    return (uint32_t)__builtin_ctz(candidates);
}

static void record_fill(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)state, (void)set, (void)way;
    record_call(CALL_FILL, request);
}

static cache_route record_route(void *state, const mem_request *request)
{
    (void)state;
    record_call(CALL_ROUTE, request);
    return record.sends_around ? CACHE_BYPASS : CACHE_LOOK_UP;
}

static void record_result(void *state, const mem_request *request, bool hit)
{
    (void)state;
    record_call(CALL_RESULT, request)->hit = hit;
}

static bool record_allocate(void *state, uint32_t set, const mem_request *request)
{
    (void)state, (void)set;
    record_call(CALL_ALLOCATE, request);
    return !record.keeps_nothing;
}

static void record_evicted(void *state, uint32_t set, uint32_t way, uint64_t line, bool by_store)
{
    (void)state, (void)set, (void)way;
    recorded_call *call = record_call(CALL_EVICTED, NULL);
    call->line = line;
    call->by_store = by_store;
}

static uint8_t record_mark(void *state, const mem_request *request)
{
    (void)state;
    record_call(CALL_MARK, request);
    return record.mark;
}

static void record_flush(void *state)
{
    (void)state;
    record_call(CALL_FLUSH, NULL);
}

static uint64_t record_tick(void *state, uint64_t cycle)
{
    (void)state;
    record_call(CALL_TICK, NULL)->cycle = cycle;
    return record.period;
}

#define RECORDER                                                                                        \
    .info = {.abi = POISE_POLICY_ABI, .struct_size = sizeof(cache_policy), .name = "recorder"},         \
    .create = record_create, .life.destroy = record_destroy, .access = record_access,                   \
    .victim = record_victim, .fill = record_fill, .result = record_result, .allocate = record_allocate, \
    .evicted = record_evicted, .mark = record_mark, .flush = record_flush, .tick = record_tick

static const cache_policy l1_recorder = {RECORDER};
static const cache_policy l2_recorder = {RECORDER, .route = record_route};

/* Calls of `name`, for `line` alone unless it is UINT64_MAX. */
static inline uint32_t calls_for(call_name name, uint64_t line)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < record.n; i++)
        n += record.call[i].name == name && (line == UINT64_MAX || record.call[i].line == line);
    return n;
}

static inline uint32_t calls_of(call_name name)
{
    return calls_for(name, UINT64_MAX);
}

/* The i-th call of `name`. */
static inline const recorded_call *call_of(call_name name, uint32_t i)
{
    for (uint32_t k = 0; k < record.n; k++)
        if (record.call[k].name == name && i-- == 0)
            return &record.call[k];
    fail_msg("there is no such call");
    return NULL;
}

#endif

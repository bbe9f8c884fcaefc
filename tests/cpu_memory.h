/* Programs for CPU cores written by hand, and a memory of fixed latency for a core that runs alone. */
#ifndef POISE_TESTS_CPU_MEMORY_H
#define POISE_TESTS_CPU_MEMORY_H

#include "sim/base/clock.h"
#include "sim/cpu/core.h"

#include <assert.h>
#include <string.h>

enum { CPU_MEMORY_REQUESTS = 1 << 12, CPU_MEMORY_READS = 256 };

typedef struct hand_program {
    cpu_program program;
    cpu_program_request request[CPU_MEMORY_REQUESTS];
} hand_program;

static inline void hand_begin(hand_program *p, uint64_t instructions)
{
    memset(p, 0, sizeof *p);
    p->program = (cpu_program){.header.caches.line_bytes = 64, .request = p->request};
    p->program.totals.instructions = instructions;
}

static inline void hand_request(hand_program *p, uint64_t position, uint64_t line, bool write_back)
{
    assert(p->program.n < CPU_MEMORY_REQUESTS && position < p->program.totals.instructions);
    p->request[p->program.n++] = cpu_program_request_make(position, line, write_back);
    *(write_back ? &p->program.totals.write_backs : &p->program.totals.misses) += 1;
}

typedef struct cpu_memory {
    uint64_t latency;     /* CPU cycles to the answer of a read */
    uint64_t write_every; /* CPU cycles from one write-back that is taken to the next; 0 = all at once */
    uint64_t scatter;     /* different latencies up to so much longer */
    struct {
        uint64_t ready;
        uint16_t mshr;
    } read[CPU_MEMORY_READS];
    uint32_t n_reads, most_reads; /* on their way; the most that ever were */
    uint32_t n_writes;
    uint64_t write_at; /* cycle in which the next is taken */
    uint64_t log;      /* of all that was sent and when */
} cpu_memory;

static inline void cpu_memory_take(void *context, cpu_core *core, const cpu_sent *sent)
{
    cpu_memory *m = context;
    m->log = (m->log ^ core->cycle ^ sent->line << 20 ^ (uint64_t)sent->write_back << 60) *
             UINT64_C(0x9e3779b97f4a7c15);
    m->log ^= m->log >> 29;
    if (sent->write_back) {
        if (m->n_writes++ == 0)
            m->write_at = later(m->write_at, core->cycle + 1);
        return;
    }
    assert(m->n_reads < CPU_MEMORY_READS);
    uint64_t more = m->scatter ? m->log % m->scatter : 0;
    m->read[m->n_reads].ready = core->cycle + m->latency + more;
    m->read[m->n_reads++].mshr = sent->mshr;
    m->most_reads = m->n_reads > m->most_reads ? m->n_reads : m->most_reads;
}

static inline void cpu_memory_answer(cpu_memory *m, cpu_core *core, uint64_t cycle)
{
    for (uint32_t i = 0; i < m->n_reads;) {
        if (m->read[i].ready > cycle) {
            i++;
            continue;
        }
        uint16_t mshr = m->read[i].mshr;
        m->read[i] = m->read[--m->n_reads];
        cpu_core_reply(core, mshr, cycle);
    }
    while (m->n_writes && m->write_at <= cycle) {
        m->n_writes--;
        m->write_at = cycle + m->write_every;
        cpu_core_written(core, cycle);
    }
}

static inline uint64_t cpu_memory_next(const cpu_memory *m)
{
    uint64_t next = m->n_writes ? m->write_at : UINT64_MAX;
    for (uint32_t i = 0; i < m->n_reads; i++)
        next = earlier(next, m->read[i].ready);
    return next;
}

/* Runs the core up to `end`, only in cycles in which something happens or in every one; at the latest to the
 * end of `rounds` rounds. */
static inline void cpu_memory_run(cpu_memory *m, cpu_core *core, uint64_t end, uint64_t rounds,
                                  bool every_cycle)
{
    uint64_t last = rounds * core->program->totals.instructions;
    for (uint64_t cycle = 0; cycle < end && core->retired < last;) {
        cpu_memory_answer(m, core, cycle);
        uint64_t next = cpu_core_run(core, cycle + 1, every_cycle);
        next = earlier(next, cpu_memory_next(m));
        cycle = every_cycle ? cycle + 1 : later(next, cycle + 1);
    }
}

#endif

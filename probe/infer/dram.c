#include "probe/infer/dram.h"

#include "probe/infer/rounds.h"

enum {
    SAMPLES = 64,    /* distances at which times are looked at first */
    MOST_TURN = 256, /* banks or channels in turn (our choice) */
    CLASSES = 3
};

typedef struct pairs {
    probe_rounds ring;
    uint64_t first;       /* byte of the first load */
    uint64_t mate;        /* so many bytes further on lies the same row; 0: not known yet */
    uint64_t limit;       /* bytes of loads lie below */
    uint32_t unit;        /* bytes that one load brings to the caches */
    double time[CLASSES]; /* of second loads, ascending */
    uint32_t n_times;
    probe_times seen[CLASSES]; /* of those that are about as long */
} pairs;

static const char *const too_far =
    "rows lie further apart than may be asked, or than a page where walks read as well";

/* Times of a second load, of a byte `apart`, and of a third of the first one's row, 0 where none is known. */
static int ask(pairs *p, uint64_t apart, double *second, double *third, poise_error *err)
{
    probe_chain *chain = &p->ring.chain;
    const bool has_third = p->mate > 0 && p->mate != apart;
    *second = *third = 0;
    probe_chain_clear(chain);
    int code = probe_chain_add(chain, p->first, err);
    if (code == POISE_OK)
        code = probe_chain_add(chain, p->first + apart, err);
    if (code == POISE_OK && has_third)
        code = probe_chain_add(chain, p->first + p->mate, err);
    if (code == POISE_OK)
        code = probe_rounds_ask(&p->ring, 0, err);
    if (code != POISE_OK)
        return code;
    *second = p->ring.times[1];
    *third = has_third ? p->ring.times[2] : 0;
    return POISE_OK;
}

/* Keeps it in order if it is new; false: it is one too many. */
static bool keep(pairs *p, double time)
{
    uint32_t at = 0;
    while (at < p->n_times && p->time[at] < time)
        at++;
    if (at < p->n_times && p->time[at] == time)
        return true;
    if (p->n_times == CLASSES)
        return false;
    for (uint32_t i = p->n_times++; i > at; i--)
        p->time[i] = p->time[i - 1];
    p->time[at] = time;
    return true;
}

/* All times of distances that are powers of two or small. The first load takes the same time in all of them,
 * so that the second meets all clocks alike: those of one kind are equal. */
static int find_times(pairs *p, bool *are_few, poise_error *err)
{
    double time = 0, third = 0;
    int code = POISE_OK;
    *are_few = true;
    for (uint32_t i = 1; i <= SAMPLES && i * (uint64_t)p->unit < p->limit && code == POISE_OK; i++) {
        code = ask(p, i * (uint64_t)p->unit, &time, &third, err);
        *are_few = *are_few && keep(p, time);
    }
    for (uint64_t apart = SAMPLES * (uint64_t)p->unit; apart < p->limit && code == POISE_OK; apart *= 2) {
        code = ask(p, apart, &time, &third, err);
        *are_few = *are_few && keep(p, time);
    }
    return code;
}

/* What a second load says. Behind another first load it meets clocks otherwise, and takes a little longer or
 * shorter. */
typedef enum kind { ROW_HIT, ROW_EMPTY, ROW_MISS } kind;

static bool is_hit(const pairs *p, double time)
{
    return time <= p->time[0] + (p->time[1] - p->time[0]) / 3;
}

static void see(pairs *p, kind k, double time)
{
    probe_times *const seen = &p->seen[k];
    if (seen->most <= 0)
        *seen = (probe_times){time, time};
    seen->least = time < seen->least ? time : seen->least;
    seen->most = time > seen->most ? time : seen->most;
}

/* A bank may have a row of code open: only that the row of the first load is closed behind it says that the
 * second is of its bank. */
static int ask_kind(pairs *p, uint64_t apart, kind *k, poise_error *err)
{
    double second = 0, third = 0;
    int code = ask(p, apart, &second, &third, err);
    *k = is_hit(p, second) ? ROW_HIT : is_hit(p, third) ? ROW_EMPTY : ROW_MISS;
    if (code == POISE_OK && (*k != ROW_EMPTY || is_hit(p, second - p->time[1] + p->time[0])))
        see(p, *k, second);
    return code;
}

typedef struct steps {
    pairs *pairs;
    uint64_t step;
} steps;

/* Whether the last of `n` steps is in the row of the first load. */
static int is_in_row(void *asker, uint64_t n, bool *is, poise_error *err)
{
    const steps *s = asker;
    pairs *const p = s->pairs;
    const uint64_t apart = (n - 1) * s->step;
    kind k = ROW_EMPTY;
    *is = n < 2;
    if (n < 2 || p->first + apart >= p->limit)
        return POISE_OK;
    int code = ask_kind(p, apart, &k, err);
    *is = k == ROW_HIT;
    return code;
}

/* Steps in the row from where one begins: the first load may lie amidst one, as nobody knows where memory
 * begins. */
static int count_steps(steps *s, uint64_t *n, poise_error *err)
{
    int code = probe_find_most(s, is_in_row, 1, s->pairs->limit / s->step, n, err);
    if (code != POISE_OK || *n == 0)
        return code;
    s->pairs->first += *n * s->step;
    return probe_find_most(s, is_in_row, 1, s->pairs->limit / s->step, n, err);
}

/* The first multiple of `step` that is not in a bank without a row: n, and what it says; 0: none of them. */
static int find_first(pairs *p, uint64_t step, uint64_t *n, kind *k, poise_error *err)
{
    int code = POISE_OK;
    *n = 0;
    for (uint32_t i = 1; i <= MOST_TURN && *n == 0 && p->first + i * step < p->limit && code == POISE_OK;
         i++) {
        code = ask_kind(p, i * step, k, err);
        *n = code == POISE_OK && *k != ROW_EMPTY ? i : 0;
    }
    return code;
}

/* Rows lie in pieces: so many bytes, again after so many banks or channels, all that again after so many
 * others, until another row of the same bank comes. */
static int find_layout(pairs *p, probe_dram *d, poise_error *err)
{
    steps s = {p, p->unit};
    uint64_t row = p->unit, n = 0, turn = 0;
    kind k = ROW_EMPTY;
    int code = POISE_OK;
    d->unknown = too_far;
    while (code == POISE_OK) {
        code = count_steps(&s, &n, err);
        if (code != POISE_OK || n == 0)
            return code;
        row *= n;
        d->piece = d->piece > 0 ? d->piece : row;
        p->mate = p->mate > 0 || n < 2 ? p->mate : s.step;
        const uint64_t span = n * s.step;
        code = find_first(p, span, &turn, &k, err);
        if (code != POISE_OK || turn == 0)
            return code;
        if (k == ROW_MISS) {
            d->row = row;
            d->banks = (uint32_t)(turn * span / row);
            d->unknown = NULL;
            return POISE_OK;
        }
        s.step = turn * span;
    }
    return code;
}

static int find_all(pairs *p, probe_dram *d, poise_error *err)
{
    bool are_few = true;
    int code = find_times(p, &are_few, err);
    if (code != POISE_OK)
        return code;
    if (!are_few || p->n_times < 2) {
        d->unknown = are_few ? "second loads of pairs all take the same time"
                             : "second loads of pairs take more than three different times";
        return POISE_OK;
    }
    code = find_layout(p, d, err);
    if (code != POISE_OK || d->unknown != NULL)
        return code;
    d->row_hit = p->seen[ROW_HIT];
    d->row_empty = p->seen[ROW_EMPTY];
    d->row_miss = p->seen[ROW_MISS];
    return POISE_OK;
}

int probe_infer_dram(probe_bench *bench, uint64_t most_bytes, const probe_pages *pages,
                     const probe_caches *caches, probe_dram *dram, poise_error *err)
{
    pairs p = {.ring = {.bench = bench},
               .limit = most_bytes < bench->most_bytes ? most_bytes : bench->most_bytes};
    *dram = (probe_dram){0};
    if (bench->each == NULL)
        return poise_fail(err, POISE_USAGE, "DRAM is inferred from the time of each load");
    if (pages != NULL && pages->n > 0 && pages->page < p.limit)
        p.limit = pages->page;
    for (uint32_t i = 0; i < caches->n; i++)
        p.unit = caches->cache[i].sector > p.unit ? caches->cache[i].sector : p.unit;
    if (p.unit == 0 || caches->memory_least <= 0) {
        dram->unknown = "caches hold all that was asked";
        return POISE_OK;
    }
    int code = find_all(&p, dram, err);
    probe_rounds_free(&p.ring);
    return code;
}

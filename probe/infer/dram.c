#include "probe/infer/dram.h"

#include "probe/infer/rounds.h"

#include <stdlib.h>

enum {
    SAMPLES = 64, /* distances at which times are looked at first */
    MOST_SAMPLES = SAMPLES + 32,
    MOST_START = 4096, /* loads from the first byte where rows are followed from (our choice) */
    MOST_TURN = 256,   /* banks or channels in turn (our choice) */
    MOST_UNIT = 2048,  /* bytes that a load brings (our choice) */
    CLOSERS = 4, /* loads of which the later ones close rows; fewer than a cache has ways (our choice) */
    CLASSES = 3
};

typedef struct pairs {
    probe_rounds ring;
    uint64_t first;             /* byte of the first load */
    uint64_t mate;              /* so many bytes further on lies the same row; 0: not known yet */
    uint64_t limit;             /* bytes of loads lie below */
    uint32_t unit;              /* bytes that one load brings to the caches */
    probe_times class[CLASSES]; /* of second loads, ascending */
    uint32_t n_classes;
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

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Parts times where they lie apart, by a third of the widest gap or more, into classes. The first load is the
 * same for all, so that second ones meet clocks much alike: what clocks add is less than one in 64 of a time
 * (our choice). False: there are none, or too many. */
static bool part(pairs *p, double *time, uint32_t n)
{
    double widest = 0;
    qsort(time, n, sizeof *time, compare);
    for (uint32_t i = 1; i < n; i++)
        widest = time[i] - time[i - 1] > widest ? time[i] - time[i - 1] : widest;
    if (widest < time[0] / 64)
        return false;
    p->n_classes = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (i == 0 || time[i] - time[i - 1] > widest / 3) {
            if (p->n_classes == CLASSES)
                return false;
            p->class[p->n_classes++].least = time[i];
        }
        p->class[p->n_classes - 1].most = time[i];
    }
    return true;
}

/* Times of distances that are small or powers of two. */
static int find_times(pairs *p, bool *are_parted, poise_error *err)
{
    double time[MOST_SAMPLES], third = 0;
    uint32_t n = 0;
    int code = POISE_OK;
    for (uint64_t i = 1; i <= SAMPLES && i * p->unit < p->limit && code == POISE_OK; i++)
        code = ask(p, i * p->unit, &time[n++], &third, err);
    for (uint64_t apart = 2 * SAMPLES * (uint64_t)p->unit;
         apart < p->limit && n < MOST_SAMPLES && code == POISE_OK; apart *= 2)
        code = ask(p, apart, &time[n++], &third, err);
    *are_parted = code == POISE_OK && n > 0 && part(p, time, n);
    return code;
}

/* What a second load says. Behind another first load it meets clocks otherwise, and takes a little longer or
 * shorter. */
typedef enum kind { ROW_HIT, ROW_EMPTY, ROW_MISS } kind;

static bool is_hit(const pairs *p, double time)
{
    return time < (p->class[0].most + p->class[1].least) / 2;
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
    const double above = p->class[1].least - p->class[0].most;
    if (code == POISE_OK && (*k != ROW_EMPTY || second < p->class[1].most + above / 2))
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

typedef struct layout {
    uint64_t piece, row; /* bytes */
    uint32_t banks;      /* 0: another row of the bank is too far away */
} layout;

/* Rows lie in pieces: so many bytes, again after so many banks or channels, all that again after so many
 * others, until another row of the same bank comes. Followed from byte `from` on. */
static int follow(pairs *p, uint64_t from, layout *found, poise_error *err)
{
    steps s = {p, p->unit};
    uint64_t row = p->unit, n = 0, turn = 0;
    kind k = ROW_EMPTY;
    int code = POISE_OK;
    *found = (layout){0};
    p->first = from;
    p->mate = 0;
    while (code == POISE_OK) {
        code = count_steps(&s, &n, err);
        if (code != POISE_OK || n == 0)
            return code;
        row *= n;
        found->piece = found->piece > 0 ? found->piece : row;
        p->mate = p->mate > 0 || n < 2 ? p->mate : s.step;
        const uint64_t span = n * s.step;
        code = find_first(p, span, &turn, &k, err);
        if (code != POISE_OK || turn == 0)
            return code;
        if (k == ROW_MISS && row > 0) {
            found->row = row;
            found->banks = (uint32_t)(turn * span / row);
            return POISE_OK;
        }
        s.step = turn * span;
    }
    return code;
}

/* From where a piece or a turn begins all of a row is found, and from elsewhere less: the longest row is the
 * one, if two beginnings have it. */
static int find_layout(pairs *p, probe_dram *d, poise_error *err)
{
    layout best = {0};
    uint32_t agree = 0;
    for (uint64_t from = 0; from <= MOST_START; from = from > 0 ? 2 * from : 1) {
        layout one;
        int code = follow(p, from * p->unit, &one, err);
        if (code != POISE_OK)
            return code;
        d->piece = one.piece > d->piece ? one.piece : d->piece;
        const bool is_same = one.row == best.row && one.banks == best.banks;
        agree = one.row > best.row ? 1 : agree + is_same;
        best = one.row > best.row ? one : best;
    }
    d->unknown = agree < 2 || best.row == 0 ? too_far : NULL;
    d->row = d->unknown == NULL ? best.row : 0;
    d->banks = d->unknown == NULL ? best.banks : 0;
    return POISE_OK;
}

static int find_all(pairs *p, probe_dram *d, poise_error *err)
{
    bool are_parted = true;
    int code = find_times(p, &are_parted, err);
    if (code != POISE_OK)
        return code;
    if (!are_parted || p->n_classes < 2) {
        d->unknown = "second loads of pairs do not take two or three different times";
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

/* Time of a load of a byte `apart` from a first one, whose row others have closed in between. */
static int ask_closed(pairs *p, uint64_t apart, double *time, poise_error *err)
{
    probe_chain *chain = &p->ring.chain;
    probe_chain_clear(chain);
    int code = POISE_OK;
    for (uint32_t i = 0; i < CLOSERS && code == POISE_OK; i++)
        code = probe_chain_add(chain, i * (p->limit / CLOSERS), err);
    if (code == POISE_OK)
        code = probe_chain_add(chain, apart, err);
    if (code == POISE_OK)
        code = probe_rounds_ask(&p->ring, 0, err);
    *time = code == POISE_OK ? p->ring.times[CLOSERS] : 0;
    return code;
}

/* Where memory was not reached, a cache below may fetch more at once than those that are known: what it has
 * got is still there when the row is closed. */
static int check_unit(pairs *p, poise_error *err)
{
    double near = 0, far = 0;
    int code = ask_closed(p, MOST_UNIT, &far, err);
    while (code == POISE_OK && p->unit < MOST_UNIT) {
        code = ask_closed(p, p->unit, &near, err);
        if (near > far - far / 8) /* our choice */
            break;
        p->unit *= 2;
    }
    return code;
}

int probe_infer_dram(probe_bench *bench, uint64_t most_bytes, const probe_pages *pages,
                     const probe_caches *caches, probe_dram *dram, poise_error *err)
{
    pairs p = {.ring = {.bench = bench},
               .limit = most_bytes < bench->most_bytes ? most_bytes : bench->most_bytes};
    *dram = (probe_dram){0};
    if (bench->each == NULL)
        return poise_fail(err, POISE_USAGE, "DRAM is inferred from the time of each load");
    if (pages != NULL && pages->n == 0 && pages->has_walks)
        p.limit = PROBE_LEAST_PAGE;
    if (pages != NULL && pages->n > 0 && pages->page < p.limit)
        p.limit = pages->page;
    for (uint32_t i = 0; i < caches->n; i++)
        p.unit = caches->cache[i].sector > p.unit ? caches->cache[i].sector : p.unit;
    if (p.unit == 0) {
        dram->unknown = "no distance makes the next load on empty caches slow";
        return POISE_OK;
    }
    int code = caches->memory_least > 0 ? POISE_OK : check_unit(&p, err);
    if (code == POISE_OK)
        code = find_all(&p, dram, err);
    probe_rounds_free(&p.ring);
    return code;
}

#include "evaluate/mix/mix.h"

#include "trace/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- programs and their SMs ---- */

/* Reads a number of digits alone; false when there is none or it is too long. */
static bool read_number(const char **text, uint32_t *number)
{
    const char *begin = *text;
    *number = 0;
    while (**text >= '0' && **text <= '9')
        *number = *number * 10 + (uint32_t)(*(*text)++ - '0');
    return *text > begin && *text - begin <= 6;
}

int evaluate_sms_split(char *word, evaluate_sms *sms, poise_error *err)
{
    *sms = (evaluate_sms){0};
    char *at = strrchr(word, '@');
    if (at == NULL || at == word)
        return POISE_OK;
    const char *text = at + 1;
    uint32_t first, last;
    if (!read_number(&text, &first))
        return POISE_OK;
    if (*text == '\0') {
        *sms = (evaluate_sms){.n = first};
    } else {
        if (*text++ != '-' || !read_number(&text, &last) || *text != '\0')
            return POISE_OK;
        *sms = (evaluate_sms){.first = first, .n = last >= first ? last - first + 1 : 0, .is_placed = true};
    }
    if (sms->n == 0)
        return poise_fail(err, POISE_USAGE, "'%s' names no SM", word);
    *at = '\0';
    return POISE_OK;
}

int evaluate_mix_add(evaluate_mix *mix, const char *folder, const evaluate_sms *sms, poise_error *err)
{
    evaluate_mix_program *grown = realloc(mix->programs, (mix->n + 1) * sizeof *grown);
    if (grown == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the programs of a mix");
    mix->programs = grown;
    evaluate_mix_program *p = &grown[mix->n];
    *p = (evaluate_mix_program){.name = trace_program_name(folder), .folder = strdup(folder), .sms = *sms};
    mix->n++;
    if (p->name == NULL || p->folder == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for '%s'", folder);
    int code = trace_files_list(&p->files, 1, &p->folder, err);
    p->n_launches = p->files.n;
    return code;
}

/* "traces/gzip.cpu" -> "gzip"; malloc'ed. */
static char *name_of_cpu(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = strdup(slash != NULL ? slash + 1 : path);
    char *dot = name != NULL ? strrchr(name, '.') : NULL;
    if (dot != NULL && dot != name && strcmp(dot, ".cpu") == 0)
        *dot = '\0';
    return name;
}

int evaluate_mix_add_cpu(evaluate_mix *mix, const char *path, poise_error *err)
{
    if (mix->n_cpus == SIM_MOST_CPUS)
        return poise_fail(err, POISE_USAGE, "more than %d CPU programs, the most CPU cores", SIM_MOST_CPUS);
    evaluate_mix_cpu *grown = realloc(mix->cpus, (mix->n_cpus + 1) * sizeof *grown);
    if (grown == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the programs of a mix");
    mix->cpus = grown;
    evaluate_mix_cpu *cpu = &grown[mix->n_cpus++];
    *cpu = (evaluate_mix_cpu){.name = name_of_cpu(path), .path = strdup(path)};
    return cpu->name != NULL && cpu->path != NULL
               ? POISE_OK
               : poise_fail(err, POISE_FAILED, "out of memory for '%s'", path);
}

evaluate_mix evaluate_mix_only(const evaluate_mix *mix, size_t party)
{
    const bool is_cpu = party >= mix->n;
    evaluate_mix only = {.n = is_cpu ? 0 : 1, .n_cpus = is_cpu ? 1 : 0};
    if (is_cpu)
        only.cpus = &mix->cpus[party - mix->n];
    else
        only.programs = &mix->programs[party];
    only.name = is_cpu ? only.cpus->name : only.programs->name;
    return only;
}

const char **evaluate_mix_traces(const evaluate_mix *mix)
{
    const char **traces = calloc(mix->n + 1, sizeof(char *));
    for (size_t i = 0; traces != NULL && i < mix->n; i++)
        traces[i] = mix->programs[i].files.path[0];
    return traces;
}

void evaluate_mix_free(evaluate_mix *mix)
{
    for (size_t i = 0; i < mix->n; i++) {
        free(mix->programs[i].name);
        free(mix->programs[i].folder);
        trace_files_free(&mix->programs[i].files);
    }
    for (size_t i = 0; i < mix->n_cpus; i++) {
        free(mix->cpus[i].name);
        free(mix->cpus[i].path);
    }
    free(mix->programs);
    free(mix->cpus);
    free(mix->name);
    *mix = (evaluate_mix){0};
}

/* Which SMs are taken. */
typedef struct taken_sms {
    uint32_t n;
    bool *taken;
} taken_sms;

static int take(taken_sms *t, const evaluate_mix_program *p, evaluate_range range, poise_error *err)
{
    if (range.first >= t->n || range.n > t->n - range.first)
        return poise_fail(err, POISE_USAGE, "%s: there is no SM %u, the machine has %u", p->name,
                          range.first >= t->n ? range.first : t->n, t->n);
    for (uint32_t i = range.first; i < range.first + range.n; i++) {
        if (t->taken[i])
            return poise_fail(err, POISE_USAGE, "%s: SM %u has a program already", p->name, i);
        t->taken[i] = true;
    }
    return POISE_OK;
}

/* The first `n` free SMs in a row. */
static int find_free(const taken_sms *t, const evaluate_mix_program *p, uint32_t n, evaluate_range *range,
                     poise_error *err)
{
    uint32_t length = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        length = t->taken[i] ? 0 : length + 1;
        if (length == n && n > 0) {
            *range = (evaluate_range){i + 1 - n, n};
            return POISE_OK;
        }
    }
    if (n <= 1)
        return poise_fail(err, POISE_USAGE, "%s: no SM is left of %u", p->name, t->n);
    return poise_fail(err, POISE_USAGE, "%s: there are no %u SMs in a row left of %u", p->name, n, t->n);
}

static int place(taken_sms *t, const evaluate_mix *mix, size_t i, uint32_t n, evaluate_range *range,
                 poise_error *err)
{
    const evaluate_mix_program *p = &mix->programs[i];
    *range = (evaluate_range){p->sms.first, n};
    int code = p->sms.is_placed ? POISE_OK : find_free(t, p, n, range, err);
    return code == POISE_OK ? take(t, p, *range, err) : code;
}

static int deal(taken_sms *t, const evaluate_mix *mix, evaluate_range *ranges, poise_error *err)
{
    int code = POISE_OK;
    uint32_t left = t->n, sharing = 0;
    for (int placed = 1; placed >= 0; placed--)
        for (size_t i = 0; i < mix->n && code == POISE_OK; i++) {
            const evaluate_sms *sms = &mix->programs[i].sms;
            if (sms->n > 0 && sms->is_placed == (placed == 1)) {
                code = place(t, mix, i, sms->n, &ranges[i], err);
                left -= sms->n;
            }
        }
    for (size_t i = 0; i < mix->n; i++)
        sharing += mix->programs[i].sms.n == 0;
    for (size_t i = 0; i < mix->n && code == POISE_OK; i++) {
        if (mix->programs[i].sms.n > 0)
            continue;
        const uint32_t share = (left + sharing - 1) / sharing;
        code = place(t, mix, i, share, &ranges[i], err);
        left -= share;
        sharing--;
    }
    return code;
}

int evaluate_mix_partition(const evaluate_mix *mix, uint32_t sms, evaluate_range *ranges, poise_error *err)
{
    taken_sms t = {.n = sms, .taken = calloc(sms, sizeof *t.taken)};
    if (t.taken == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %u SMs", sms);
    int code = deal(&t, mix, ranges, err);
    free(t.taken);
    return code;
}

/* ---- what is in them ---- */

static int describe_program(evaluate_mix_program *p, poise_error *err)
{
    poise_hash *hash = poise_hash_new();
    int code = hash != NULL ? POISE_OK : poise_fail(err, POISE_FAILED, "out of memory for '%s'", p->folder);
    p->warp_insts = 0;
    for (size_t i = 0; i < p->files.n && code == POISE_OK; i++) {
        warp_trace trace;
        code = warp_trace_read(p->files.path[i], &trace, err);
        if (code != POISE_OK)
            break;
        poise_hash_add(hash, trace.hash, sizeof trace.hash);
        p->warp_insts += trace.warp_insts;
        warp_trace_free(&trace);
    }
    if (hash != NULL)
        poise_hash_finish(hash, p->hash);
    return code;
}

static int describe_cpu(evaluate_mix_cpu *cpu, poise_error *err)
{
    cpu_program program = {0};
    int code = cpu_program_read(&program, cpu->path, err);
    poise_hash *hash = poise_hash_new();
    if (code == POISE_OK && hash == NULL)
        code = poise_fail(err, POISE_FAILED, "out of memory for '%s'", cpu->path);
    if (code == POISE_OK) {
        poise_hash_add(hash, &program.header.caches.line_bytes, sizeof program.header.caches.line_bytes);
        poise_hash_add(hash, &program.totals, sizeof program.totals);
        poise_hash_add(hash, program.request, program.n * sizeof *program.request);
    }
    if (hash != NULL)
        poise_hash_finish(hash, cpu->hash);
    cpu->all_instructions = program.totals.instructions;
    cpu_program_free(&program);
    return code;
}

static const evaluate_mix_program *described_program(const evaluate_mix *mixes, size_t n, const char *folder)
{
    for (size_t m = 0; m < n; m++)
        for (size_t i = 0; i < mixes[m].n; i++)
            if (mixes[m].programs[i].hash[0] != '\0' && strcmp(mixes[m].programs[i].folder, folder) == 0)
                return &mixes[m].programs[i];
    return NULL;
}

static const evaluate_mix_cpu *described_cpu(const evaluate_mix *mixes, size_t n, const char *path)
{
    for (size_t m = 0; m < n; m++)
        for (size_t i = 0; i < mixes[m].n_cpus; i++)
            if (mixes[m].cpus[i].hash[0] != '\0' && strcmp(mixes[m].cpus[i].path, path) == 0)
                return &mixes[m].cpus[i];
    return NULL;
}

/* Program number `i` of the last mix. */
static int describe_one(evaluate_mix *mixes, size_t n, size_t i, poise_error *err)
{
    evaluate_mix_program *p = &mixes[n - 1].programs[i];
    const evaluate_mix_program *same = described_program(mixes, n, p->folder);
    if (same == NULL)
        return describe_program(p, err);
    memcpy(p->hash, same->hash, sizeof p->hash);
    p->warp_insts = same->warp_insts;
    return POISE_OK;
}

static int describe_one_cpu(evaluate_mix *mixes, size_t n, size_t i, poise_error *err)
{
    evaluate_mix_cpu *cpu = &mixes[n - 1].cpus[i];
    const evaluate_mix_cpu *same = described_cpu(mixes, n, cpu->path);
    if (same == NULL)
        return describe_cpu(cpu, err);
    memcpy(cpu->hash, same->hash, sizeof cpu->hash);
    cpu->all_instructions = same->all_instructions;
    return POISE_OK;
}

int evaluate_mix_describe(evaluate_mix *mixes, size_t n, poise_error *err)
{
    int code = POISE_OK;
    for (size_t m = 0; m < n && code == POISE_OK; m++) {
        for (size_t i = 0; i < mixes[m].n && code == POISE_OK; i++)
            code = describe_one(mixes, m + 1, i, err);
        for (size_t i = 0; i < mixes[m].n_cpus && code == POISE_OK; i++)
            code = describe_one_cpu(mixes, m + 1, i, err);
    }
    return code;
}

#include "trace/cpu/hierarchy.h"
#include "trace/cpu/lackey.h"

#include <inttypes.h>
#include <string.h>

enum { TEXT_BYTES = 512 };

typedef struct recording {
    FILE *stream;
    const char *name;
    const lackey_plan *plan;
    cpu_hierarchy hierarchy;
    cpu_header *header;
    cpu_totals *totals;
    cpu_visit *visit;
    void *user;
    uint64_t text_line;
    uint64_t last; /* instruction of the last request */
    bool enough;
} recording;

/* Control characters could drive a terminal. */
static void make_plain(char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || (unsigned char)*text >= 0x7f)
            *text = '?';
}

/* "==123== Command: gzip -c file" names the program. */
static void note_command(cpu_header *header, const char *line)
{
    static const char mark[] = "== Command: ";
    const char *at = strstr(line, mark);
    if (at == NULL || header->command[0] != '\0')
        return;
    snprintf(header->command, sizeof header->command, "%s", at + strlen(mark));
    make_plain(header->command);
}

static int send(recording *r, cpu_request *request, poise_error *err)
{
    const uint64_t now = r->totals->instructions - 1;
    request->gap = now - r->last;
    r->last = now;
    *(request->write_back ? &r->totals->write_backs : &r->totals->misses) += 1;
    return r->visit == NULL ? 0 : r->visit(r->user, request, err);
}

static int use_line(recording *r, uint64_t line, cpu_use use, poise_error *err)
{
    cpu_effect effect = cpu_hierarchy_use(&r->hierarchy, line, use);
    if (r->totals->instructions == 0)
        return POISE_OK;
    *(use == CPU_FETCH ? &r->totals->l1i_misses : &r->totals->l1d_misses) += effect.l1_miss;
    int code = 0;
    for (uint32_t i = 0; code == POISE_OK && i < effect.n_requests; i++)
        code = send(r, &effect.request[i], err);
    return code;
}

static void count(recording *r, lackey_kind kind)
{
    cpu_totals *totals = r->totals;
    if (kind == LACKEY_INSTRUCTION) {
        if (totals->skipped < (uint64_t)r->plan->skip)
            totals->skipped++;
        else if (r->plan->instructions > 0 && totals->instructions == (uint64_t)r->plan->instructions)
            r->enough = true;
        else
            totals->instructions++;
    } else if (totals->instructions > 0) {
        totals->loads += kind != LACKEY_STORE;
        totals->stores += kind != LACKEY_LOAD;
    }
}

static int take(recording *r, const lackey_access *access, poise_error *err)
{
    count(r, access->kind);
    if (r->enough)
        return POISE_OK;
    const cpu_use use = access->kind == LACKEY_INSTRUCTION ? CPU_FETCH
                        : access->kind == LACKEY_LOAD      ? CPU_LOAD
                                                           : CPU_STORE;
    const uint64_t last = (access->address + access->bytes - 1) / r->hierarchy.line_bytes;
    int code = 0;
    for (uint64_t line = access->address / r->hierarchy.line_bytes; code == POISE_OK && line <= last; line++)
        code = use_line(r, line, use, err);
    return code;
}

static void skip_rest(FILE *stream)
{
    int c;
    while ((c = getc_unlocked(stream)) != '\n' && c != EOF)
        continue;
}

static int wrong(const recording *r, const char *text, poise_error *err)
{
    char shown[41];
    snprintf(shown, sizeof shown, "%.40s", text);
    make_plain(shown);
    return poise_fail(err, POISE_DAMAGED,
                      "%s, line %" PRIu64 ": '%s' is no line of lackey's; if the program's own text is among "
                      "them, give valgrind --log-fd=9 and 9>&1 >/dev/null",
                      r->name, r->text_line, shown);
}

static int take_line(recording *r, char *text, poise_error *err)
{
    r->text_line++;
    const size_t length = strcspn(text, "\n");
    const bool whole = text[length] == '\n';
    text[length] = '\0';
    const lackey_access access = lackey_parse(text);
    if (access.kind == LACKEY_NOTHING) {
        if (length == TEXT_BYTES - 1) /* and not for a zero byte or the end of the file */
            skip_rest(r->stream);
        note_command(r->header, text);
        return POISE_OK;
    }
    return access.kind == LACKEY_WRONG || !whole ? wrong(r, text, err) : take(r, &access, err);
}

static int record(recording *r, poise_error *err)
{
    char text[TEXT_BYTES];
    int code = 0;
    while (code == POISE_OK && !r->enough && fgets_unlocked(text, sizeof text, r->stream) != NULL)
        code = take_line(r, text, err);
    if (code == POISE_OK && ferror(r->stream))
        return poise_fail_errno(err, POISE_FAILED, "cannot read %s", r->name);
    if (code == POISE_OK && r->totals->instructions == 0)
        return poise_fail(err, POISE_DAMAGED,
                          "%s has %" PRIu64
                          " instructions and none to record: it needs more than are skipped, "
                          "made with valgrind --tool=lackey --trace-mem=yes",
                          r->name, r->totals->skipped);
    return code;
}

int lackey_record(FILE *stream, const char *name, const lackey_plan *plan, cpu_header *header,
                  cpu_totals *totals, cpu_visit *visit, void *user, poise_error *err)
{
    *header = (cpu_header){.caches = plan->caches};
    *totals = (cpu_totals){0};
    recording r = {.stream = stream, .name = name, .plan = plan, .header = header, .totals = totals};
    r.visit = visit;
    r.user = user;
    int code = cpu_caches_check(&plan->caches, err);
    if (code == POISE_OK)
        code = cpu_hierarchy_make(&r.hierarchy, &plan->caches, err);
    if (code == POISE_OK)
        code = record(&r, err);
    cpu_hierarchy_free(&r.hierarchy);
    return code;
}

#include "common/hash.h"
#include "trace/format/bytes.h"
#include "trace/pack/pack.h"
#include "trace/pack/pack_layout.h"
#include "trace/pack/pack_source.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int add_member(trace_pack *pack, const trace_pack_member *member, poise_error *err)
{
    if ((pack->n & (pack->n - 1)) == 0) {
        trace_pack_member *grown = reallocarray(pack->members, pack->n ? 2 * pack->n : 1, sizeof *grown);
        if (grown == NULL)
            return poise_fail(err, POISE_FAILED, "no memory for the files of a pack");
        pack->members = grown;
    }
    trace_pack_member *added = &pack->members[pack->n];
    *added = *member;
    added->name = strdup(member->name);
    if (added->name == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the files of a pack");
    pack->n++;
    return POISE_OK;
}

/* ---- from front to back ---- */

/* Until the first file that is not whole. Only a lack of memory and an unreadable disk are failures. */
static int walk(const pack_source *s, bool verifies, trace_pack *pack, poise_error *err)
{
    char name[TRACE_PACK_NAME_BYTES + 1];
    trace_pack_member member;
    int code = 0;
    for (uint64_t at = TRACE_PACK_BEGIN; code == POISE_OK;
         at = member.offset + member.bytes + PACK_HASH_BYTES) {
        poise_error reason;
        code = pack_read_head(s, at, s->bytes, name, &member, &reason);
        if (code == POISE_OK && verifies)
            code = pack_verify(s, &member, NULL, &reason);
        if (code == POISE_DAMAGED)
            return POISE_OK;
        code = code != POISE_OK ? poise_fail(err, reason.code, "%s", reason.text)
                                : add_member(pack, &member, err);
    }
    return code;
}

static int list_forward(const char *path, bool verifies, trace_pack *pack, poise_error *err)
{
    pack_source s;
    *pack = (trace_pack){0};
    int code = pack_open(&s, path, err);
    if (code != POISE_OK)
        return code;
    code = walk(&s, verifies, pack, err);
    close(s.file);
    if (code != POISE_OK)
        trace_pack_free(pack);
    return code;
}

int trace_pack_scan(const char *path, trace_pack *pack, poise_error *err)
{
    return list_forward(path, false, pack, err);
}

int trace_pack_recover(const char *path, trace_pack *pack, poise_error *err)
{
    return list_forward(path, true, pack, err);
}

void trace_pack_free(trace_pack *pack)
{
    for (size_t i = 0; i < pack->n; i++)
        free(pack->members[i].name);
    free(pack->members);
    *pack = (trace_pack){0};
}

/* ---- by the index ---- */

typedef struct pack_index {
    uint64_t offset; /* of its head: the end of the files */
    uint64_t content, bytes;
    uint64_t n;
    uint64_t names, name_bytes; /* where they begin; all of them */
} pack_index;

static int find_index(const pack_source *s, pack_index *x, poise_error *err)
{
    uint8_t trailer[PACK_TRAILER_BYTES], head[PACK_HEAD_BYTES + sizeof(uint64_t)];
    const uint64_t least = TRACE_PACK_BEGIN + sizeof head + PACK_HASH_BYTES + PACK_TRAILER_BYTES;
    const uint64_t last = s->bytes - PACK_TRAILER_BYTES;
    int code = s->bytes >= least ? pack_read_at(s, trailer, sizeof trailer, last, err) : POISE_OK;
    if (code != POISE_OK)
        return code;
    if (s->bytes < least || memcmp(trailer + 24, pack_end_magic, PACK_MAGIC_BYTES) != 0 ||
        trace_load_u64(trailer + 16) != poise_checksum64(trailer, 16) ||
        trace_load_u64(trailer + 8) != s->bytes)
        return poise_fail(err, POISE_DAMAGED,
                          "%s is not complete: 'poise trace pack %s -o NEW" TRACE_PACK_SUFFIX
                          "' keeps the files that are whole",
                          s->path, s->path);
    x->offset = trace_load_u64(trailer);
    if (x->offset < TRACE_PACK_BEGIN || x->offset > s->bytes - (least - TRACE_PACK_BEGIN))
        return pack_damaged(s, last, "the index is out of place", err);
    code = pack_read_at(s, head, sizeof head, x->offset, err);
    if (code != POISE_OK)
        return code;
    x->content = x->offset + PACK_HEAD_BYTES;
    x->bytes = trace_load_u64(head + 8);
    x->n = trace_load_u64(head + PACK_HEAD_BYTES);
    if (trace_load_u32(head) != PACK_INDEX_KIND || trace_load_u32(head + 4) != 0 ||
        x->bytes != last - PACK_HASH_BYTES - x->content || x->n > (x->bytes - 8) / PACK_ENTRY_BYTES)
        return pack_damaged(s, x->offset, "there is no index", err);
    x->names = x->content + sizeof(uint64_t) + x->n * PACK_ENTRY_BYTES;
    x->name_bytes = last - PACK_HASH_BYTES - x->names;
    return POISE_OK;
}

/* The file that an entry of the index describes, as its own head describes it. */
static int take_entry(const pack_source *s, const pack_index *x, const uint8_t *entry,
                      char name[TRACE_PACK_NAME_BYTES + 1], trace_pack_member *member, poise_error *err)
{
    const uint64_t offset = trace_load_u64(entry);
    const int code = pack_read_head(s, offset, x->offset, name, member, err);
    if (code == POISE_OK &&
        (member->bytes != trace_load_u64(entry + 8) || strlen(name) != trace_load_u32(entry + 20)))
        return pack_damaged(s, offset, "the index does not describe the file", err);
    return code;
}

static int check_order(const pack_source *s, const pack_index *x, const trace_pack *pack, const char *name,
                       poise_error *err)
{
    return pack->n == 0 || strcmp(pack->members[pack->n - 1].name, name) < 0
               ? 0
               : pack_damaged(s, x->offset, "the index is not in order", err);
}

/* The names of the index are those by which files are found. */
static int check_name(const pack_source *s, const pack_index *x, const uint8_t *data, const uint8_t *entry,
                      const char *name, poise_error *err)
{
    const uint64_t place = trace_load_u32(entry + 16), n = strlen(name);
    const char *names = (const char *)data + (x->names - x->offset);
    return place <= x->name_bytes && n <= x->name_bytes - place && memcmp(names + place, name, n) == 0
               ? 0
               : pack_damaged(s, x->offset, "the name of a file is not in the index", err);
}

static int list_index(const pack_source *s, const pack_index *x, const uint8_t *data, trace_pack *pack,
                      poise_error *err)
{
    int code = 0;
    for (uint64_t i = 0; i < x->n && code == POISE_OK; i++) {
        char name[TRACE_PACK_NAME_BYTES + 1];
        trace_pack_member member;
        const uint8_t *entry = data + PACK_HEAD_BYTES + sizeof(uint64_t) + i * PACK_ENTRY_BYTES;
        code = take_entry(s, x, entry, name, &member, err);
        if (code == POISE_OK)
            code = check_name(s, x, data, entry, name, err);
        if (code == POISE_OK)
            code = check_order(s, x, pack, name, err);
        if (code == POISE_OK)
            code = add_member(pack, &member, err);
    }
    return code;
}

/* Every file once: they fill the pack up to the index. */
static int check_sum(const pack_source *s, const pack_index *x, const trace_pack *pack, poise_error *err)
{
    uint64_t sum = TRACE_PACK_BEGIN;
    for (size_t i = 0; i < pack->n; i++)
        sum += PACK_HEAD_BYTES + strlen(pack->members[i].name) + pack->members[i].bytes + PACK_HASH_BYTES;
    return sum == x->offset ? 0 : pack_damaged(s, x->offset, "the index does not describe all files", err);
}

static int list(const pack_source *s, trace_pack *pack, poise_error *err)
{
    pack_index x = {0};
    char digits[POISE_HASH_TEXT];
    int code = find_index(s, &x, err);
    if (code != POISE_OK)
        return code;
    const size_t covered = PACK_HEAD_BYTES + (size_t)x.bytes;
    uint8_t *data = malloc(covered + PACK_HASH_BYTES);
    if (data == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the index of %s", s->path);
    code = pack_read_at(s, data, covered + PACK_HASH_BYTES, x.offset, err);
    if (code == POISE_OK) {
        poise_hash_bytes(data, covered, digits);
        if (memcmp(data + covered, digits, PACK_HASH_BYTES) != 0)
            code = pack_damaged(s, x.offset, "the checksum of the index is wrong", err);
    }
    if (code == POISE_OK)
        code = list_index(s, &x, data, pack, err);
    free(data);
    return code != POISE_OK ? code : check_sum(s, &x, pack, err);
}

int trace_pack_list(const char *path, trace_pack *pack, poise_error *err)
{
    pack_source s;
    *pack = (trace_pack){0};
    int code = pack_open(&s, path, err);
    if (code != POISE_OK)
        return code;
    code = list(&s, pack, err);
    close(s.file);
    if (code != POISE_OK)
        trace_pack_free(pack);
    return code;
}

/* ---- one file by its name ---- */

/* *order is that of `name` and the name of an entry. */
static int compare(const pack_source *s, const pack_index *x, const char *name, const uint8_t *entry,
                   int *order, poise_error *err)
{
    char other[TRACE_PACK_NAME_BYTES + 1];
    const uint64_t place = trace_load_u32(entry + 16), n = trace_load_u32(entry + 20);
    if (n > TRACE_PACK_NAME_BYTES || place > x->name_bytes || n > x->name_bytes - place)
        return pack_damaged(s, x->offset, "the name of a file is not in the index", err);
    const int code = pack_read_at(s, other, n, x->names + place, err);
    other[n] = '\0';
    *order = strcmp(name, other);
    return code;
}

static int take_found(const pack_source *s, const pack_index *x, const uint8_t *entry, const char *wanted,
                      trace_pack_member *member, poise_error *err)
{
    char name[TRACE_PACK_NAME_BYTES + 1];
    const int code = take_entry(s, x, entry, name, member, err);
    return code != POISE_OK || strcmp(name, wanted) == 0
               ? code
               : pack_damaged(s, x->offset, "the index does not describe the file", err);
}

static int find(const pack_source *s, const char *wanted, trace_pack_member *member, poise_error *err)
{
    pack_index x = {0};
    uint8_t entry[PACK_ENTRY_BYTES];
    int order = 0, code = find_index(s, &x, err);
    for (uint64_t low = 0, high = x.n; code == POISE_OK && low < high;) {
        const uint64_t middle = low + (high - low) / 2;
        code = pack_read_at(s, entry, sizeof entry, x.content + sizeof(uint64_t) + middle * PACK_ENTRY_BYTES,
                            err);
        if (code == POISE_OK)
            code = compare(s, &x, wanted, entry, &order, err);
        if (code == POISE_OK && order == 0)
            return take_found(s, &x, entry, wanted, member, err);
        low = order > 0 ? middle + 1 : low;
        high = order < 0 ? middle : high;
    }
    return code != POISE_OK ? code : poise_fail(err, POISE_FAILED, "%s holds no file %s", s->path, wanted);
}

int trace_pack_find(const char *path, const char *name, trace_pack_member *member, poise_error *err)
{
    pack_source s;
    int code = pack_open(&s, path, err);
    if (code != POISE_OK)
        return code;
    code = find(&s, name, member, err);
    member->name = (char *)name;
    close(s.file);
    return code;
}

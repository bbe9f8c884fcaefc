#include "trace/pack/pack_source.h"
#include "common/hash.h"
#include "trace/format/bytes.h"
#include "trace/pack/pack.h"
#include "trace/pack/pack_layout.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int pack_damaged(const pack_source *s, uint64_t offset, const char *reason, poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s: byte %llu: %s", s->path, (unsigned long long)offset, reason);
}

int pack_read_at(const pack_source *s, void *data, size_t size, uint64_t offset, poise_error *err)
{
    uint8_t *at = data;
    while (size > 0) {
        const ssize_t n = pread(s->file, at, size, (off_t)offset);
        if (n < 0)
            return poise_fail_errno(err, POISE_FAILED, "cannot read %s", s->path);
        if (n == 0)
            return pack_damaged(s, offset, "the pack ends too early", err);
        at += n;
        offset += (uint64_t)n;
        size -= (size_t)n;
    }
    return POISE_OK;
}

static int check_preamble(const pack_source *s, poise_error *err)
{
    uint8_t head[TRACE_PACK_BEGIN];
    if (s->bytes < sizeof head)
        return poise_fail(err, POISE_DAMAGED, "%s is not a pack of traces", s->path);
    const int code = pack_read_at(s, head, sizeof head, 0, err);
    if (code != POISE_OK)
        return code;
    if (memcmp(head, pack_magic, PACK_MAGIC_BYTES) != 0)
        return poise_fail(err, POISE_DAMAGED, "%s is not a pack of traces", s->path);
    if (trace_load_u32(head + PACK_MAGIC_BYTES) != TRACE_PACK_VERSION)
        return poise_fail(err, POISE_DAMAGED, "%s has version %u of packs, this program reads version %d",
                          s->path, trace_load_u32(head + PACK_MAGIC_BYTES), TRACE_PACK_VERSION);
    if (trace_load_u32(head + PACK_MAGIC_BYTES + 4) != PACK_BYTE_ORDER)
        return poise_fail(err, POISE_DAMAGED, "%s has another byte order", s->path);
    return POISE_OK;
}

int pack_open(pack_source *s, const char *path, poise_error *err)
{
    struct stat status;
    *s = (pack_source){.file = open(path, O_RDONLY | O_CLOEXEC), .path = path};
    if (s->file < 0 || fstat(s->file, &status) != 0) {
        const int code = poise_fail_errno(err, POISE_FAILED, "cannot open %s", path);
        if (s->file >= 0)
            close(s->file);
        return code;
    }
    s->bytes = S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0;
    const int code = check_preamble(s, err);
    if (code != POISE_OK)
        close(s->file);
    return code;
}

bool trace_pack_is(const char *path)
{
    uint8_t magic[PACK_MAGIC_BYTES];
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const bool is = file >= 0 && read(file, magic, sizeof magic) == (ssize_t)sizeof magic &&
                    memcmp(magic, pack_magic, sizeof magic) == 0;
    if (file >= 0)
        close(file);
    return is;
}

/* ---- files ---- */

int pack_read_head(const pack_source *s, uint64_t offset, uint64_t limit,
                   char name[TRACE_PACK_NAME_BYTES + 1], trace_pack_member *member, poise_error *err)
{
    uint8_t head[PACK_HEAD_BYTES];
    if (offset > limit || limit - offset < PACK_HEAD_BYTES + PACK_HASH_BYTES)
        return pack_damaged(s, offset, "there is no whole file", err);
    int code = pack_read_at(s, head, sizeof head, offset, err);
    if (code != POISE_OK)
        return code;
    const uint64_t n = trace_load_u32(head + 4), bytes = trace_load_u64(head + 8);
    if (trace_load_u32(head) != PACK_FILE_KIND || n == 0 || n > TRACE_PACK_NAME_BYTES)
        return pack_damaged(s, offset, "there is no file", err);
    const uint64_t room = limit - offset - PACK_HEAD_BYTES - PACK_HASH_BYTES;
    if (n > room || bytes > room - n)
        return pack_damaged(s, offset, "there is no whole file", err);
    code = pack_read_at(s, name, n, offset + PACK_HEAD_BYTES, err);
    name[n] = '\0';
    if (code == POISE_OK && !trace_pack_name_is_valid(name, n))
        return pack_damaged(s, offset, "the name of a file is not allowed", err);
    *member = (trace_pack_member){.name = name, .offset = offset + PACK_HEAD_BYTES + n, .bytes = bytes};
    return code;
}

int pack_verify(const pack_source *s, const trace_pack_member *member, FILE *out, poise_error *err)
{
    enum { STEP = 1 << 18 };
    char expected[PACK_HASH_BYTES], digits[POISE_HASH_TEXT];
    const uint64_t begin = member->offset - strlen(member->name) - PACK_HEAD_BYTES;
    const uint64_t end = member->offset + member->bytes;
    poise_hash *hash = poise_hash_new();
    uint8_t *buffer = malloc(STEP);
    int code = hash != NULL && buffer != NULL
                   ? POISE_OK
                   : poise_fail(err, POISE_FAILED, "no memory to read %s", s->path);
    for (uint64_t at = begin; code == POISE_OK && at < end;) {
        const uint64_t stop = at < member->offset ? member->offset : end;
        const size_t n = stop - at < STEP ? (size_t)(stop - at) : STEP;
        code = pack_read_at(s, buffer, n, at, err);
        if (code != POISE_OK)
            break;
        poise_hash_add(hash, buffer, n);
        if (out != NULL && at >= member->offset && fwrite(buffer, 1, n, out) != n)
            code = poise_fail_errno(err, POISE_FAILED, "cannot write %s", member->name);
        at += n;
    }
    if (code == POISE_OK)
        code = pack_read_at(s, expected, sizeof expected, end, err);
    if (hash != NULL)
        poise_hash_finish(hash, digits);
    free(buffer);
    if (code == POISE_OK && memcmp(expected, digits, sizeof expected) != 0)
        code = pack_damaged(s, begin, "the checksum of a file is wrong", err);
    return code;
}

/* ---- content ---- */

typedef struct part {
    int file;
    uint64_t at, end;
} part;

static ssize_t read_part(void *cookie, char *data, size_t size)
{
    part *p = cookie;
    const uint64_t left = p->end - p->at;
    const ssize_t n = pread(p->file, data, size < left ? size : (size_t)left, (off_t)p->at);
    p->at += n > 0 ? (uint64_t)n : 0;
    return n;
}

static int close_part(void *cookie)
{
    part *p = cookie;
    close(p->file);
    free(p);
    return 0;
}

FILE *trace_pack_stream(const char *path, const trace_pack_member *member, poise_error *err)
{
    pack_source s;
    if (pack_open(&s, path, err) != 0)
        return NULL;
    part *p = malloc(sizeof *p);
    FILE *stream = NULL;
    if (p != NULL) {
        *p = (part){s.file, member->offset, member->offset + member->bytes};
        stream = fopencookie(p, "rb", (cookie_io_functions_t){.read = read_part, .close = close_part});
    }
    if (stream == NULL) {
        poise_fail(err, POISE_FAILED, "no memory to read %s", path);
        close(s.file);
        free(p);
    }
    return stream;
}

int trace_pack_extract(const char *path, const trace_pack_member *member, FILE *out, poise_error *err)
{
    pack_source s;
    int code = pack_open(&s, path, err);
    if (code != POISE_OK)
        return code;
    code = pack_verify(&s, member, out, err);
    close(s.file);
    return code;
}

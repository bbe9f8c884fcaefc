#include "common/file.h"
#include "common/hash.h"
#include "trace/format/bytes.h"
#include "trace/pack/pack.h"
#include "trace/pack/pack_layout.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int write_at(int file, const char *path, const void *data, size_t size, uint64_t *offset,
                    poise_error *err)
{
    const uint8_t *at = data;
    for (size_t left = size; left > 0;) {
        const ssize_t n = pwrite(file, at, left, (off_t)*offset);
        if (n <= 0)
            return poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
        at += n;
        left -= (size_t)n;
        *offset += (uint64_t)n;
    }
    return POISE_OK;
}

static int cut(int file, const char *path, uint64_t end, poise_error *err)
{
    return ftruncate(file, (off_t)end) == 0 ? 0
                                            : poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
}

int trace_pack_create(const char *path, poise_error *err)
{
    uint8_t head[TRACE_PACK_BEGIN];
    uint64_t offset = 0;
    int code;
    memcpy(head, pack_magic, PACK_MAGIC_BYTES);
    trace_put_u32(trace_put_u32(head + PACK_MAGIC_BYTES, TRACE_PACK_VERSION), PACK_BYTE_ORDER);
    const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0)
        code = poise_fail_errno(err, POISE_FAILED, "cannot make %s", path);
    else if (!S_ISREG(status.st_mode) || status.st_size > 0)
        code = poise_fail(err, POISE_FAILED, "%s already exists", path);
    else
        code = write_at(file, path, head, sizeof head, &offset, err);
    if (file >= 0)
        close(file);
    return code;
}

/* ---- one file ---- */

bool trace_pack_name_is_valid(const char *name, size_t bytes)
{
    if (bytes == 0 || bytes > TRACE_PACK_NAME_BYTES || name[0] == '.')
        return false;
    for (size_t i = 0; i < bytes; i++) {
        if ((unsigned char)name[i] < 0x20 || name[i] == 0x7f || name[i] == '/')
            return false;
    }
    return true;
}

/* Copies `content`, which is to have so many bytes. */
static int copy(FILE *content, const char *name, uint64_t bytes, int pack, const char *path, uint64_t *offset,
                poise_hash *hash, poise_error *err)
{
    enum { STEP = 1 << 18 };
    uint8_t *buffer = malloc(STEP);
    int code = buffer != NULL ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory to copy %s", name);
    while (code == POISE_OK) {
        const size_t n = fread(buffer, 1, STEP, content);
        if (n == 0 && bytes == 0 && !ferror(content))
            break;
        if (n == 0 || n > bytes) {
            code = poise_fail(err, POISE_FAILED, "cannot copy %s: it cannot be read, or has changed", name);
            break;
        }
        bytes -= n;
        poise_hash_add(hash, buffer, n);
        code = write_at(pack, path, buffer, n, offset, err);
    }
    free(buffer);
    return code;
}

static int append(int pack, const char *path, uint64_t *end, const char *name, FILE *content, uint64_t bytes,
                  poise_error *err)
{
    uint8_t head[PACK_HEAD_BYTES];
    char digits[POISE_HASH_TEXT];
    const size_t n = strlen(name);
    poise_hash *hash = poise_hash_new();
    if (hash == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to copy %s", name);
    trace_put_u64(trace_put_u32(trace_put_u32(head, PACK_FILE_KIND), (uint32_t)n), bytes);
    poise_hash_add(hash, head, sizeof head);
    poise_hash_add(hash, name, n);
    int code = cut(pack, path, *end, err);
    if (code == POISE_OK)
        code = write_at(pack, path, head, sizeof head, end, err);
    if (code == POISE_OK)
        code = write_at(pack, path, name, n, end, err);
    if (code == POISE_OK)
        code = copy(content, name, bytes, pack, path, end, hash, err);
    poise_hash_finish(hash, digits);
    return code != POISE_OK ? code : write_at(pack, path, digits, PACK_HASH_BYTES, end, err);
}

int trace_pack_append(const char *path, uint64_t *end, const char *name, FILE *content, uint64_t bytes,
                      poise_error *err)
{
    if (!trace_pack_name_is_valid(name, strlen(name)))
        return poise_fail(err, POISE_USAGE, "%.255s cannot be the name of a file in a pack", name);
    const int pack = open(path, O_RDWR | O_CLOEXEC);
    if (pack < 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot open %s", path);
    uint64_t moved = *end;
    const int code = append(pack, path, &moved, name, content, bytes, err);
    if (code == POISE_OK)
        *end = moved;
    else
        (void)cut(pack, path, *end, NULL); /* the next one cuts it otherwise */
    close(pack);
    return code;
}

int trace_pack_append_file(const char *path, uint64_t *end, const char *name, const char *file,
                           poise_error *err)
{
    struct stat status;
    FILE *content = fopen(file, "rbe");
    if (content == NULL)
        return poise_fail_errno(err, POISE_FAILED, "cannot open %s", file);
    const int code = fstat(fileno(content), &status) == 0 && S_ISREG(status.st_mode)
                         ? trace_pack_append(path, end, name, content, (uint64_t)status.st_size, err)
                         : poise_fail(err, POISE_FAILED, "cannot read %s: not a regular file", file);
    fclose(content);
    return code;
}

/* ---- the index ---- */

static int by_name(const void *a, const void *b)
{
    const trace_pack_member *one = a, *other = b;
    return strcmp(one->name, other->name);
}

/* malloc'ed; NULL without memory. */
static uint8_t *encode_index(const trace_pack *pack, size_t *size)
{
    size_t names = 0;
    for (size_t i = 0; i < pack->n; i++)
        names += strlen(pack->members[i].name);
    const size_t content = sizeof(uint64_t) + pack->n * PACK_ENTRY_BYTES + names;
    *size = PACK_HEAD_BYTES + content;
    uint8_t *data = malloc(*size);
    if (data == NULL)
        return NULL;
    uint8_t *at = trace_put_u64(trace_put_u32(trace_put_u32(data, PACK_INDEX_KIND), 0), content);
    at = trace_put_u64(at, pack->n);
    uint32_t place = 0;
    for (size_t i = 0; i < pack->n; i++) {
        const trace_pack_member *m = &pack->members[i];
        const uint32_t n = (uint32_t)strlen(m->name);
        at = trace_put_u64(trace_put_u64(at, m->offset - n - PACK_HEAD_BYTES), m->bytes);
        at = trace_put_u32(trace_put_u32(at, place), n);
        place += n;
    }
    for (size_t i = 0; i < pack->n; i++) {
        for (const char *c = pack->members[i].name; *c != '\0'; c++)
            *at++ = (uint8_t)*c;
    }
    return data;
}

static int write_index(int file, const char *path, uint64_t end, const uint8_t *index, size_t size,
                       poise_error *err)
{
    char digits[POISE_HASH_TEXT];
    uint8_t trailer[PACK_TRAILER_BYTES];
    poise_hash_bytes(index, size, digits);
    trace_put_u64(trace_put_u64(trailer, end), end + size + PACK_HASH_BYTES + PACK_TRAILER_BYTES);
    trace_put_u64(trailer + 16, poise_checksum64(trailer, 16));
    memcpy(trailer + 24, pack_end_magic, PACK_MAGIC_BYTES);
    int code = ftruncate(file, (off_t)end) == 0
                   ? POISE_OK
                   : poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
    if (code == POISE_OK)
        code = write_at(file, path, index, size, &end, err);
    if (code == POISE_OK)
        code = write_at(file, path, digits, PACK_HASH_BYTES, &end, err);
    if (code == POISE_OK)
        code = write_at(file, path, trailer, sizeof trailer, &end, err);
    if (code == POISE_OK && fsync(file) != 0)
        code = poise_fail_errno(err, POISE_FAILED, "cannot write %s to its disk", path);
    return code;
}

static int add_index(int file, const char *path, uint64_t end, poise_error *err)
{
    trace_pack pack;
    size_t size;
    int code = trace_pack_scan(path, &pack, err);
    if (code != POISE_OK)
        return code;
    if (pack.n > 0)
        qsort(pack.members, pack.n, sizeof *pack.members, by_name);
    uint8_t *index = encode_index(&pack, &size);
    code = index != NULL ? write_index(file, path, end, index, size, err)
                         : poise_fail(err, POISE_FAILED, "no memory for the index of %s", path);
    free(index);
    trace_pack_free(&pack);
    return code;
}

int trace_pack_finish(const char *path, uint64_t end, poise_error *err)
{
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot open %s", path);
    int code = cut(file, path, end, err);
    if (code == POISE_OK)
        code = add_index(file, path, end, err);
    close(file);
    return code;
}

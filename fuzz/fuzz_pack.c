/* The reader of packs on hostile input: each input is tried as a pack, and as what stands between the
 * preamble and an index that is right. What a pack lists must be found by name and copy out whole or as
 * damaged. */
#include "trace/files.h"
#include "trace/pack/pack.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_members(const char *path, const trace_pack *pack)
{
    for (size_t i = 0; i < pack->n; i++) {
        trace_pack_member found;
        poise_error err;
        if (trace_pack_find(path, pack->members[i].name, &found, &err) != 0 ||
            found.offset != pack->members[i].offset || found.bytes != pack->members[i].bytes)
            abort();
        char *text = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&text, &length);
        const int code = out == NULL ? POISE_FAILED : trace_pack_extract(path, &pack->members[i], out, NULL);
        if (out != NULL)
            fclose(out);
        if (code == 0 && length != found.bytes)
            abort();
        free(text);
    }
}

static void read_pack(const char *path)
{
    trace_pack pack;
    trace_files files;
    char *word = (char *)path;
    if (trace_pack_list(path, &pack, NULL) == 0)
        read_members(path, &pack);
    trace_pack_free(&pack);
    if (trace_files_list(&files, 1, &word, NULL) == 0)
        trace_files_free(&files);
}

/* Whatever is whole at the beginning makes a pack that is complete. */
static void complete_pack(const char *path)
{
    trace_pack whole, pack;
    uint64_t end = TRACE_PACK_BEGIN;
    if (trace_pack_recover(path, &whole, NULL) != 0)
        return;
    for (size_t i = 0; i < whole.n; i++)
        end = whole.members[i].offset + whole.members[i].bytes + 32;
    if (trace_pack_finish(path, end, NULL) == 0 && trace_pack_list(path, &pack, NULL) == 0) {
        if (pack.n != whole.n)
            abort();
        read_members(path, &pack);
        trace_pack_free(&pack);
    }
    trace_pack_free(&whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    const int file = memfd_create("pack", MFD_CLOEXEC);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (file >= 0 && write(file, data, size) == (ssize_t)size) {
        read_pack(path);
        complete_pack(path);
    }
    if (file >= 0 && ftruncate(file, 0) == 0 && trace_pack_create(path, NULL) == 0 &&
        pwrite(file, data, size, TRACE_PACK_BEGIN) == (ssize_t)size)
        complete_pack(path);
    if (file >= 0)
        close(file);
    return 0;
}

#include "fuzz/replay.h"

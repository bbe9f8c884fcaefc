#include "cli/trace/pack.h"

#include "cli/output.h"
#include "common/file.h"
#include "common/log.h"
#include "trace/files.h"
#include "trace/pack/pack.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), n = strlen(ending);
    return length > n && strcmp(text + length - n, ending) == 0;
}

bool cli_is_pack_name(const char *path)
{
    return ends_with(path, TRACE_PACK_SUFFIX);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return trace_name_order((*a)->d_name, (*b)->d_name);
}

int cli_pack_folder(const char *pack, uint64_t *end, const char *folder, const char *prefix,
                    const char *suffix, poise_error *err)
{
    struct dirent **entries;
    const int n = scandir(folder, &entries, NULL, by_name);
    if (n < 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot read folder %s", folder);
    int code = POISE_OK;
    for (int i = 0; i < n; i++) {
        char path[PATH_MAX];
        const char *name = entries[i]->d_name;
        if (code == POISE_OK && begins_with(name, prefix) && ends_with(name, suffix) && name[0] != '.')
            code = snprintf(path, sizeof path, "%s/%s", folder, name) < PATH_MAX
                       ? trace_pack_append_file(pack, end, name, path, err)
                       : poise_fail(err, POISE_FAILED, "the path of %s is too long", name);
        free(entries[i]);
    }
    free(entries);
    return code;
}

/* ---- pack ---- */

/* A checksum that is wrong must not become right. */
static int copy_member(const char *pack, uint64_t *end, const char *from, const trace_pack_member *member,
                       poise_error *err)
{
    int code = trace_pack_extract(from, member, NULL, err);
    if (code != POISE_OK)
        return code;
    FILE *content = trace_pack_stream(from, member, err);
    if (content == NULL)
        return POISE_FAILED;
    code = trace_pack_append(pack, end, member->name, content, member->bytes, err);
    fclose(content);
    return code;
}

static int copy_pack(const char *pack, uint64_t *end, const char *from, poise_error *err)
{
    trace_pack members;
    poise_error reason;
    int code = trace_pack_list(from, &members, &reason);
    if (code == POISE_DAMAGED) {
        code = trace_pack_recover(from, &members, &reason);
        if (code == POISE_OK)
            poise_warn("%s is not complete: its first %zu files are whole and are kept", from, members.n);
    }
    if (code != POISE_OK)
        return poise_fail(err, reason.code, "%s", reason.text);
    for (size_t i = 0; i < members.n && code == POISE_OK; i++)
        code = copy_member(pack, end, from, &members.members[i], err);
    trace_pack_free(&members);
    return code;
}

static int fill(const char *pack, const char *from, poise_error *err)
{
    uint64_t end = TRACE_PACK_BEGIN;
    int code = trace_pack_create(pack, err);
    if (code == POISE_OK && trace_pack_is(from))
        code = copy_pack(pack, &end, from, err);
    else if (code == POISE_OK) {
        code = cli_pack_folder(pack, &end, from, "", ".wtr", err);
        if (code == POISE_OK && end == TRACE_PACK_BEGIN)
            code = poise_fail(err, POISE_FAILED, "folder %s holds no .wtr file", from);
        if (code == POISE_OK)
            code = cli_pack_folder(pack, &end, from, "source-", ".cl", err);
    }
    return code == POISE_OK ? trace_pack_finish(pack, end, err) : code;
}

int cli_trace_pack(const char *output, int n_words, char *const *words, poise_error *err)
{
    poise_atomic_file file;
    if (n_words != 1 || output == NULL || !cli_is_pack_name(output))
        return poise_fail(err, POISE_USAGE,
                          "poise trace pack DIR -o FILE" TRACE_PACK_SUFFIX
                          ": one folder or pack, and the pack to write");
    int code = cli_output_check(output, 1, words, err);
    if (code == POISE_OK)
        code = poise_atomic_reserve(&file, output, err);
    if (code != POISE_OK)
        return code;
    code = fill(file.temporary, words[0], err);
    if (code == POISE_OK)
        return poise_atomic_commit(&file, err);
    poise_atomic_abort(&file);
    return code;
}

/* ---- unpack ---- */

static int write_member(const char *folder, const char *pack, const trace_pack_member *member,
                        poise_error *err)
{
    char path[PATH_MAX];
    poise_atomic_file file;
    if (snprintf(path, sizeof path, "%s/%s", folder, member->name) >= PATH_MAX)
        return poise_fail(err, POISE_FAILED, "the path of %s is too long", member->name);
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = trace_pack_extract(pack, member, file.stream, err);
    if (code == POISE_OK)
        return poise_atomic_publish(&file, err);
    poise_atomic_abort(&file);
    return code;
}

int cli_trace_unpack(const char *output, int n_words, char *const *words, poise_error *err)
{
    trace_pack pack;
    if (n_words != 1 || output == NULL)
        return poise_fail(err, POISE_USAGE,
                          "poise trace unpack FILE" TRACE_PACK_SUFFIX
                          " -o DIR: one pack, and the folder to write");
    int code = trace_pack_list(words[0], &pack, err);
    if (code == POISE_OK)
        code = cli_output_traces(output, err);
    for (size_t i = 0; i < pack.n && code == POISE_OK; i++)
        code = write_member(output, words[0], &pack.members[i], err);
    trace_pack_free(&pack);
    return code == POISE_OK ? poise_sync_folder(output, err) : code;
}

#include "capture/platform/program/cache.h"

#include "capture/capture_environment.h"
#include "capture/platform/program/cache_trim.h"
#include "common/file.h"
#include "common/hash.h"
#include "common/log.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST_PART = 1 << 28, HEAD_ROOM = 128 };

static const char subfolder[] = "kernels";

/* ---- where ---- */

static bool name_folder(char folder[PATH_MAX])
{
    const char *named = getenv(CAPTURE_ENV_CACHE), *shared = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (named && strcmp(named, CAPTURE_CACHE_OFF) == 0)
        return false;
    if (named && *named)
        length = snprintf(folder, PATH_MAX, "%s", named);
    else if (shared && *shared == '/')
        length = snprintf(folder, PATH_MAX, "%s/poise", shared);
    else if (home && *home == '/')
        length = snprintf(folder, PATH_MAX, "%s/.cache/poise", home);
    return length > 0 && (size_t)length + 1 + strlen(subfolder) < PATH_MAX;
}

bool capture_cache_is_on(void)
{
    char folder[PATH_MAX];
    return name_folder(folder);
}

/* What is kept becomes code of this process: no other user may write to the folder. */
static bool is_ours_alone(const char *folder)
{
    struct stat status;
    return stat(folder, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
           !(status.st_mode & (S_IWGRP | S_IWOTH));
}

/* The folder of the files, which exists then if it `is_made`. */
static bool find_folder(char folder[PATH_MAX], bool is_made)
{
    if (!name_folder(folder))
        return false;
    if (is_made && poise_make_folders(folder, NULL))
        return false;
    const size_t length = strlen(folder);
    snprintf(folder + length, PATH_MAX - length, "/%s", subfolder);
    if (is_made)
        mkdir(folder, S_IRWXU);
    return is_ours_alone(folder);
}

static bool find_file(const char *key, bool is_made, char folder[PATH_MAX], char path[PATH_MAX])
{
    int length = *key && find_folder(folder, is_made) ? snprintf(path, PATH_MAX, "%s/%s", folder, key) : -1;
    return length > 0 && length < PATH_MAX;
}

static int64_t most_bytes(void)
{
    static const char units[] = "KMGT";
    const char *text = getenv(CAPTURE_ENV_CACHE_SIZE);
    char *end;
    if (!text || !*text)
        return CAPTURE_CACHE_BYTES;
    double bytes = strtod(text, &end);
    const char *unit = *end ? strchr(units, *end) : NULL;
    if (unit)
        end++;
    for (const char *u = units; unit && u <= unit; u++)
        bytes *= 1024;
    if (end != text && !*end && bytes >= 0 && bytes < 9e18)
        return (int64_t)bytes;
    poise_warn(CAPTURE_ENV_CACHE_SIZE "='%s' is no size such as 500M or 2G: taken as 1G", text);
    return CAPTURE_CACHE_BYTES;
}

/* A program under a limit of file sizes is killed for a file that is larger. */
static bool may_write(size_t bytes)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
           (limit.rlim_cur == RLIM_INFINITY || bytes <= limit.rlim_cur);
}

/* ---- one file: a line with key and sizes, log, result, hash of all before ---- */

typedef struct entry {
    const char *log, *result;
    size_t log_bytes, result_bytes;
} entry;

static size_t write_head(char head[HEAD_ROOM], const char *key, const entry *e)
{
    return (size_t)snprintf(head, HEAD_ROOM, "poise kernel 1 %s %zu %zu\n", key, e->log_bytes,
                            e->result_bytes);
}

static bool parse(const char *data, size_t bytes, const char *key, entry *e)
{
    char head[HEAD_ROOM], hash[POISE_HASH_TEXT];
    const size_t tail = POISE_HASH_TEXT - 1;
    if (sscanf(data, "poise kernel 1 %*32s %zu %zu", &e->log_bytes, &e->result_bytes) != 2 ||
        e->log_bytes > LARGEST_PART || e->result_bytes > LARGEST_PART)
        return false;
    const size_t length = write_head(head, key, e);
    if (bytes != length + e->log_bytes + e->result_bytes + tail || memcmp(data, head, length) != 0)
        return false;
    e->log = data + length;
    e->result = e->log + e->log_bytes;
    poise_hash_bytes(data, bytes - tail, hash);
    return memcmp(data + bytes - tail, hash, tail) == 0;
}

static bool write_file(const char *path, const char *data, size_t bytes)
{
    FILE *file = fopen(path, "wbe");
    const bool is_written = file && fwrite(data, 1, bytes, file) == bytes;
    return file && fclose(file) == 0 && is_written;
}

bool capture_cache_fetch(const char *key, const char *result, const char *log)
{
    char folder[PATH_MAX], path[PATH_MAX], *data;
    size_t bytes;
    entry e;
    if (!find_file(key, false, folder, path) || access(path, R_OK) ||
        poise_read_file(path, (size_t)3 * LARGEST_PART, &data, &bytes, NULL))
        return false;
    bool is_there = parse(data, bytes, key, &e);
    if (!is_there)
        unlink(path);
    is_there = is_there && may_write(bytes) && write_file(log, e.log, e.log_bytes) &&
               write_file(result, e.result, e.result_bytes);
    free(data);
    if (is_there)
        utimensat(AT_FDCWD, path, NULL, 0); /* the time of its last use, for capture_cache_trim */
    return is_there;
}

static void store(const char *path, const char *key, const entry *e)
{
    char head[HEAD_ROOM], hash[POISE_HASH_TEXT];
    poise_atomic_file file;
    poise_hash *all = poise_hash_new();
    if (!all)
        return;
    const size_t length = write_head(head, key, e);
    poise_hash_add(all, head, length);
    poise_hash_add(all, e->log, e->log_bytes);
    poise_hash_add(all, e->result, e->result_bytes);
    poise_hash_finish(all, hash);
    if (poise_atomic_open(&file, path, NULL))
        return;
    fwrite(head, 1, length, file.stream);
    fwrite(e->log, 1, e->log_bytes, file.stream);
    fwrite(e->result, 1, e->result_bytes, file.stream);
    fwrite(hash, 1, strlen(hash), file.stream);
    (void)poise_atomic_publish(&file, NULL); /* which checks for write errors */
}

void capture_cache_store(const char *key, const char *result, const char *log)
{
    char folder[PATH_MAX], path[PATH_MAX], *log_data = NULL, *result_data = NULL;
    entry e;
    if (!find_file(key, true, folder, path))
        return;
    const int64_t most = most_bytes();
    if (poise_read_file(log, LARGEST_PART, &log_data, &e.log_bytes, NULL) == 0 &&
        poise_read_file(result, LARGEST_PART, &result_data, &e.result_bytes, NULL) == 0) {
        const size_t bytes = e.log_bytes + e.result_bytes + HEAD_ROOM + POISE_HASH_TEXT;
        e.log = log_data;
        e.result = result_data;
        if ((int64_t)bytes <= most && may_write(bytes))
            store(path, key, &e);
        capture_cache_trim(folder, most);
    }
    free(log_data);
    free(result_data);
}

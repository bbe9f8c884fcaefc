#include "capture/platform/program/cache_trim.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TEMPORARY_SECONDS = 3600 }; /* no store takes longer */

static const char lock_name[] = "lock", temporary_mark[] = ".tmp-"; /* of common/atomic_file.c */

typedef struct kept_file {
    char name[64];
    int64_t bytes;
    struct timespec used;
} kept_file;

typedef struct kept_files {
    kept_file *list;
    size_t n, room;
    int64_t bytes;
} kept_files;

static int by_use(const void *first, const void *second)
{
    const kept_file *a = first, *b = second;
    if (a->used.tv_sec != b->used.tv_sec)
        return a->used.tv_sec < b->used.tv_sec ? -1 : 1;
    if (a->used.tv_nsec != b->used.tv_nsec)
        return a->used.tv_nsec < b->used.tv_nsec ? -1 : 1;
    return strcmp(a->name, b->name);
}

static bool append(kept_files *files, const char *name, const struct stat *status)
{
    if (files->n == files->room) {
        const size_t room = 2 * files->room + 256;
        kept_file *grown = realloc(files->list, room * sizeof *grown);
        if (!grown)
            return false;
        files->list = grown;
        files->room = room;
    }
    kept_file *added = &files->list[files->n];
    *added = (kept_file){.bytes = status->st_size, .used = status->st_mtim};
    if (strlen(name) >= sizeof added->name)
        return true; /* none of ours */
    memcpy(added->name, name, strlen(name) + 1);
    files->bytes += status->st_size;
    files->n++;
    return true;
}

/* Lists the files and removes temporary ones that no process writes any more. */
static bool list_files(int folder, kept_files *files)
{
    const time_t now = time(NULL);
    const int copy = dup(folder);
    DIR *directory = copy < 0 ? NULL : fdopendir(copy);
    bool is_complete = directory != NULL;
    for (const struct dirent *d; is_complete && (d = readdir(directory)) != NULL;) {
        struct stat status;
        if (strcmp(d->d_name, lock_name) == 0 || fstatat(folder, d->d_name, &status, AT_SYMLINK_NOFOLLOW) ||
            !S_ISREG(status.st_mode))
            continue;
        if (!strstr(d->d_name, temporary_mark))
            is_complete = append(files, d->d_name, &status);
        else if (now - status.st_mtime > TEMPORARY_SECONDS)
            unlinkat(folder, d->d_name, 0);
    }
    if (directory)
        closedir(directory);
    return is_complete;
}

static void trim(int folder, int64_t most)
{
    kept_files files = {0};
    if (list_files(folder, &files) && files.n > 0 && files.bytes > most) {
        qsort(files.list, files.n, sizeof *files.list, by_use);
        for (size_t i = 0; i < files.n && files.bytes > most / 10 * 9; i++) {
            if (unlinkat(folder, files.list[i].name, 0) == 0)
                files.bytes -= files.list[i].bytes;
        }
    }
    free(files.list);
}

void capture_cache_trim(const char *folder_path, int64_t most)
{
    const int folder = open(folder_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int lock = folder < 0 ? -1 : openat(folder, lock_name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    /* Where locks do not work two may trim at once, which removes more than is needed and does no harm. */
    if (lock >= 0 && (flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK))
        trim(folder, most);
    if (lock >= 0)
        close(lock);
    if (folder >= 0)
        close(folder);
}

#include "common/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEMPORARY_MARK ".tmp-" /* PATH.tmp-PROCESS-COUNT */

static void release_names(poise_atomic_file *file)
{
    free(file->path);
    free(file->temporary);
    memset(file, 0, sizeof *file);
}

/* Creates a temporary file beside PATH so that rename() stays within one file system. Not mkstemp:
 * its mode 0600 would stay with the result. Returns the descriptor, or -1 with errno set. */
static int create_unique(char *name, size_t size, const char *path)
{
    static atomic_uint count;
    int descriptor = -1;
    do {
        snprintf(name, size, "%s" TEMPORARY_MARK "%ld-%u", path, (long)getpid(), atomic_fetch_add(&count, 1));
        descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor < 0 &&
             errno == EEXIST); /* left by a dead process of that number, or another host's */
    return descriptor;
}

/* rename() would put a file in the place of a device such as /dev/null, and fails on a folder only after all
 * the work was done. */
static int refuse_special(const char *path, poise_error *err)
{
    struct stat info;
    if (stat(path, &info) != 0 || S_ISREG(info.st_mode))
        return POISE_OK;
    return poise_fail(err, POISE_FAILED, "cannot replace %s: it is not a regular file", path);
}

/* Fills `file` except for the stream and returns the descriptor of the temporary file, or -1 with `err` set
 * and nothing left behind. */
static int create_temporary(poise_atomic_file *file, const char *path, poise_error *err)
{
    memset(file, 0, sizeof *file);
    if (refuse_special(path, err) != 0)
        return -1;
    const size_t room = strlen(path) + sizeof TEMPORARY_MARK "-" + 2 * 3 * sizeof(long);
    char *name = malloc(room);
    file->path = strdup(path);
    if (file->path == NULL || name == NULL) {
        poise_fail(err, POISE_FAILED, "no memory for the name of %s", path);
        free(name);
        release_names(file);
        return -1;
    }
    const int descriptor = create_unique(name, room, path);
    if (descriptor < 0) {
        poise_fail_errno(err, POISE_FAILED, "cannot create %s", path);
        free(name);
        release_names(file);
        return -1;
    }
    file->temporary = name;
    return descriptor;
}

int poise_atomic_open(poise_atomic_file *file, const char *path, poise_error *err)
{
    const int descriptor = create_temporary(file, path, err);
    if (descriptor < 0)
        return POISE_FAILED;
    file->stream = fdopen(descriptor, "w+b");
    if (file->stream == NULL) {
        poise_fail_errno(err, POISE_FAILED, "cannot open %s", path);
        close(descriptor);
        poise_atomic_abort(file);
        return POISE_FAILED;
    }
    return POISE_OK;
}

int poise_atomic_reserve(poise_atomic_file *file, const char *path, poise_error *err)
{
    const int descriptor = create_temporary(file, path, err);
    if (descriptor < 0)
        return POISE_FAILED;
    close(descriptor);
    return POISE_OK;
}

/* Completes what was written through the stream, or by a library under the temporary name. */
static int flush_contents(poise_atomic_file *file, bool durable, poise_error *err)
{
    if (file->stream == NULL) {
        file->stream = fopen(file->temporary, "r+be");
        if (file->stream == NULL)
            return poise_fail_errno(err, POISE_FAILED, "cannot reopen %s", file->temporary);
    }
    const int failed_before = ferror(file->stream);
    if (fflush(file->stream) != 0 || (durable && fsync(fileno(file->stream)) != 0))
        return poise_fail_errno(err, POISE_FAILED, "cannot write %s", file->path);
    if (failed_before)
        return poise_fail(err, POISE_FAILED, "cannot write %s: an earlier write failed", file->path);
    FILE *stream = file->stream;
    file->stream = NULL;
    if (fclose(stream) != 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot write %s", file->path);
    return POISE_OK;
}

/* Makes the rename itself durable. File systems that cannot sync a folder say EINVAL; the file is in place
 * all the same. */
static int flush_folder(const char *path, poise_error *err)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? strdup(".") : strndup(path, slash == path ? 1 : (size_t)(slash - path));
    if (folder == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the folder of %s", path);
    const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (descriptor < 0)
        return POISE_OK; /* a folder may be writable but not readable */
    int code = 0;
    if (fsync(descriptor) != 0 && errno != EINVAL)
        code = poise_fail_errno(err, POISE_FAILED, "cannot write the folder of %s", path);
    close(descriptor);
    return code;
}

static int publish(poise_atomic_file *file, bool durable, poise_error *err)
{
    int code = flush_contents(file, durable, err);
    if (code == POISE_OK && rename(file->temporary, file->path) != 0)
        code = poise_fail_errno(err, POISE_FAILED, "cannot rename %s to %s", file->temporary, file->path);
    if (code != POISE_OK) {
        poise_atomic_abort(file);
        return code;
    }
    if (durable)
        code = flush_folder(file->path, err);
    release_names(file);
    return code;
}

int poise_atomic_commit(poise_atomic_file *file, poise_error *err)
{
    return publish(file, true, err);
}

int poise_atomic_publish(poise_atomic_file *file, poise_error *err)
{
    return publish(file, false, err);
}

int poise_sync_folder(const char *folder, poise_error *err)
{
    const int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot open the folder %s", folder);
    int code = 0;
    if (syncfs(descriptor) != 0)
        code = poise_fail_errno(err, POISE_FAILED, "cannot write %s to its disk", folder);
    close(descriptor);
    return code;
}

int poise_atomic_check(const char *path, poise_error *err)
{
    poise_atomic_file file;
    const int code = poise_atomic_reserve(&file, path, err);
    if (code == POISE_OK)
        poise_atomic_abort(&file);
    return code;
}

void poise_atomic_abort(poise_atomic_file *file)
{
    if (file->stream != NULL)
        fclose(file->stream);
    if (file->temporary != NULL)
        unlink(file->temporary);
    release_names(file);
}

bool poise_atomic_is_temporary(const char *name)
{
    return strstr(name, TEMPORARY_MARK) != NULL;
}

/* Whether `rest`, "PROCESS-COUNT", names a process of this machine that runs. */
static bool is_alive(const char *rest)
{
    const long process = strtol(rest, NULL, 10);
    return process > 0 && (kill((pid_t)process, 0) == 0 || errno != ESRCH);
}

void poise_atomic_clean(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1;
    const size_t length = strlen(name), mark = strlen(TEMPORARY_MARK);
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%.*s.", (int)(name - path), path);
    DIR *list = opendir(folder);
    if (list == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        const char *rest = entry->d_name + length;
        if (strncmp(entry->d_name, name, length) == 0 && strncmp(rest, TEMPORARY_MARK, mark) == 0 &&
            !is_alive(rest + mark))
            unlinkat(dirfd(list), entry->d_name, 0);
    }
    closedir(list);
}

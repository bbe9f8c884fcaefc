#include "cli/capture/scratch.h"

#include "capture/capture_environment.h"
#include "common/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char stem[] = "poise-capture";

enum { REPORT_BYTES = 16 << 10 }; /* a hundred lines; our choice */

/* Opens a folder or a file and locks it; -1 when somebody else has it, or it cannot be locked here. */
static int lock(const char *path, int flags)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | flags);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB)) {
        close(file);
        return -1;
    }
    return file;
}

static bool is_ours(int folder)
{
    struct stat status;
    return fstat(folder, &status) == 0 && status.st_uid == geteuid();
}

/* The report is made once the folder is locked: a folder without is of a command that has just begun.
 * Processes that run kernels lock it, too. */
static bool is_left(const char *folder)
{
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%s/" CAPTURE_SCRATCH_REPORT, folder);
    const int report = length < (int)sizeof path ? lock(path, 0) : -1;
    if (report < 0)
        return false;
    close(report);
    return true;
}

static void remove_if_left(const char *folder)
{
    const int held = lock(folder, O_DIRECTORY);
    if (held < 0)
        return;
    if (is_ours(held) && is_left(folder))
        poise_remove_folder(folder);
    close(held);
}

/* Those beside a folder of ours. */
static void remove_left_ones(const char *folder)
{
    char parent[PATH_MAX], path[PATH_MAX];
    snprintf(parent, sizeof parent, "%.*s", (int)(strrchr(folder, '/') - folder), folder);
    DIR *directory = opendir(*parent ? parent : "/");
    for (const struct dirent *d; directory && (d = readdir(directory)) != NULL;) {
        if (snprintf(path, sizeof path, "%s/%s", parent, d->d_name) < (int)sizeof path &&
            strncmp(d->d_name, stem, sizeof stem - 1) == 0 && strcmp(path, folder) != 0)
            remove_if_left(path);
    }
    if (directory)
        closedir(directory);
}

/* The disk may be full when there is something to report: room is taken at once, where the file system can.
 */
static bool reserve(int file, off_t bytes)
{
    return bytes == 0 || fallocate(file, FALLOC_FL_KEEP_SIZE, 0, bytes) == 0 || errno != ENOSPC;
}

/* Makes a file of zeros that has room for more. */
static int make_file(const char *folder, const char *name, size_t bytes, off_t reserved, char path[PATH_MAX],
                     poise_error *err)
{
    static const char zeros[CAPTURE_TALLY_BYTES];
    if (snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX)
        return poise_fail(err, POISE_FAILED, "the path %.60s... is too long", folder);
    FILE *file = fopen(path, "w");
    bool is_made = file && fwrite(zeros, 1, bytes, file) == bytes && reserve(fileno(file), reserved);
    if (file && fclose(file))
        is_made = false;
    return is_made ? POISE_OK : poise_fail_errno(err, POISE_FAILED, "cannot write to %s", folder);
}

static int make_files(capture_scratch *scratch, poise_error *err)
{
    int code = make_file(scratch->folder, CAPTURE_SCRATCH_REPORT, 0, REPORT_BYTES, scratch->report, err);
    if (code == POISE_OK)
        code = make_file(scratch->folder, CAPTURE_SCRATCH_TALLY, CAPTURE_TALLY_BYTES, 0, scratch->tally, err);
    if (code == POISE_OK)
        code = make_file(scratch->folder, CAPTURE_SCRATCH_TURNS, 0, 0, scratch->turns, err);
    return code;
}

/* TMPDIR may be relative, and programs change their folder. */
static int make_folder(capture_scratch *scratch, poise_error *err)
{
    char made[PATH_MAX / 2];
    int code = poise_make_scratch(NULL, stem, made, sizeof made, err);
    if (code != POISE_OK)
        return code;
    if (realpath(made, scratch->folder))
        return POISE_OK;
    poise_fail_errno(err, POISE_FAILED, "cannot find %s", made);
    rmdir(made);
    return POISE_FAILED;
}

int capture_scratch_open(capture_scratch *scratch, poise_error *err)
{
    *scratch = (capture_scratch){.lock = -1};
    int code = make_folder(scratch, err);
    if (code != POISE_OK)
        return code;
    scratch->lock = open(scratch->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (scratch->lock >= 0)
        flock(scratch->lock, LOCK_EX); /* where that cannot be, nobody removes what is left either */
    remove_left_ones(scratch->folder);
    code = make_files(scratch, err);
    if (code != POISE_OK)
        capture_scratch_close(scratch);
    return code;
}

void capture_scratch_close(capture_scratch *scratch)
{
    for (int attempt = 0; attempt < 2 && *scratch->folder && access(scratch->folder, F_OK) == 0; attempt++)
        poise_remove_folder(scratch->folder); /* which takes memory, and may have lacked it */
    if (scratch->lock >= 0)
        close(scratch->lock);
    *scratch = (capture_scratch){.lock = -1};
}

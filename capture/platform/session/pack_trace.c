#include "capture/platform/session/pack_trace.h"

#include "capture/capture_environment.h"
#include "trace/pack/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A program under a limit of file sizes is killed for a file that is larger. */
static int check_room(uint64_t end, const char *path, poise_error *err)
{
    enum { FRAME_BYTES = 512 }; /* head, name and checksum */
    struct rlimit limit;
    struct stat status;
    if (stat(path, &status))
        return poise_fail_errno(err, POISE_FAILED, "cannot find the trace %s", path);
    if (getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur == RLIM_INFINITY ||
        end + (uint64_t)status.st_size + FRAME_BYTES <= limit.rlim_cur)
        return POISE_OK;
    return poise_fail(err, POISE_FAILED,
                      "the program may not write a file as large as the pack of its traces");
}

static int append(capture_tally *tally, const char *pack, const char *name, const char *path,
                  poise_error *err)
{
    uint64_t end = atomic_load(&tally->pack_end);
    end = end ? end : TRACE_PACK_BEGIN;
    int code = check_room(end, path, err);
    if (code == POISE_OK)
        code = trace_pack_append_file(pack, &end, name, path, err);
    if (code == POISE_OK)
        atomic_store(&tally->pack_end, end);
    return code;
}

/* The lock is let go of by name: a child that the program forks meanwhile has a copy of the file. */
int capture_pack_trace(capture_tally *tally, const char *name, const char *path, poise_error *err)
{
    const char *pack = getenv(CAPTURE_ENV_PACK);
    if (!pack)
        return POISE_OK;
    const int lock = open(pack, O_RDONLY | O_CLOEXEC);
    int failed = lock < 0 ? -1 : flock(lock, LOCK_EX);
    while (failed && errno == EINTR)
        failed = flock(lock, LOCK_EX);
    failed = failed ? poise_fail_errno(err, POISE_FAILED, "cannot lock %s", pack)
                    : append(tally, pack, name, path, err);
    if (lock >= 0) {
        flock(lock, LOCK_UN);
        close(lock);
    }
    unlink(path);
    return failed;
}

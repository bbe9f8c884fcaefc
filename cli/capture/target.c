#include "cli/capture/target.h"

#include "capture/platform/session/tally.h"
#include "cli/capture/stop.h"
#include "cli/output.h"
#include "cli/trace/pack.h"
#include "common/file.h"
#include "trace/pack/pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int resolve(const char *path, char real[PATH_MAX], poise_error *err)
{
    return realpath(path, real) ? POISE_OK : poise_fail_errno(err, POISE_FAILED, "cannot find %s", path);
}

/* Splits a path into its folder, "." at least, and the name in it. */
static const char *split(const char *path, char folder[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    const size_t n = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
    snprintf(folder, PATH_MAX, "%.*s", n > 0 ? (int)n : 1, n > 0 ? path : ".");
    return slash == NULL ? path : slash + 1;
}

/* Traces are written to a folder beside the pack first: whole, whatever becomes of the process. */
static int open_pack(capture_target *target, poise_error *err)
{
    char folder[PATH_MAX], made[PATH_MAX];
    const char *name = split(target->name, folder);
    if (access(target->name, F_OK) == 0)
        return poise_fail(err, POISE_FAILED, "%s already exists: remove it or name another file",
                          target->name);
    int code = poise_make_folders(folder, err);
    if (code == POISE_OK)
        code = poise_make_scratch(folder, name, made, sizeof made, err);
    if (code != POISE_OK)
        return code;
    code = resolve(made, target->folder, err);
    if (code == POISE_OK)
        code = trace_pack_create(target->name, err);
    if (code == POISE_OK)
        code = resolve(target->name, target->pack, err);
    if (code != POISE_OK)
        poise_remove_folder(made);
    return code;
}

int capture_target_open(capture_target *target, const char *name, poise_error *err)
{
    *target = (capture_target){.name = name, .is_pack = cli_is_pack_name(name)};
    if (target->is_pack)
        return open_pack(target, err);
    const int code = cli_output_traces(name, err);
    return code == POISE_OK ? resolve(name, target->folder, err) : code;
}

/* Sources are added once all processes are gone, so that each is there once. */
static int close_pack(const capture_target *target, const char *tally_path, poise_error *err)
{
    capture_tally tally;
    uint64_t end = capture_tally_read(tally_path, &tally) ? atomic_load(&tally.pack_end) : 0;
    if (end == 0) {
        unlink(target->pack);
        return POISE_OK;
    }
    const int code = cli_pack_folder(target->pack, &end, target->folder, "source-", ".cl", err);
    return code == POISE_OK ? trace_pack_finish(target->pack, end, err) : code;
}

int capture_target_close(capture_target *target, const char *tally, poise_error *err)
{
    if (target->is_pack) {
        const int code = close_pack(target, tally, err);
        poise_remove_folder(target->folder);
        return code;
    }
    if (rmdir(target->folder) == 0) /* it is empty: it was made for this program */
        return POISE_OK;
    return poise_sync_folder(target->folder, err); /* once for all traces */
}

/* The error stack of HDF5 as one sentence. */
#include "common/h5_internal.h"

static herr_t take_innermost(unsigned depth, const H5E_error2_t *entry, void *reason)
{
    if (depth == 0)
        *(const char **)reason = entry->desc;
    return 0;
}

int h5_refuse(const poise_h5 *file, const char *what, const char *object, const char *reason,
              poise_error *err)
{
    return poise_fail(err, file->writing ? POISE_FAILED : POISE_DAMAGED, "%s: %s %s: %s", file->path, what,
                      object, reason);
}

int h5_fail(const poise_h5 *file, const char *what, const char *object, poise_error *err)
{
    /* The text belongs to the stack: use it before the stack is cleared. */
    const char *reason = "no reason given by HDF5";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_innermost, &reason);
    int code = h5_refuse(file, what, object, reason, err);
    H5Eclear2(H5E_DEFAULT);
    return code;
}

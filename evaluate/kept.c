#include "evaluate/kept.h"

int evaluate_explain_kept(int code, size_t done, size_t all, const char *store, poise_error *err)
{
    const poise_error reason = err == NULL ? (poise_error){0} : *err;
    if (done == 0)
        return poise_fail(err, (poise_code)code, "%.900s; none of %zu runs is done yet", reason.text, all);
    return poise_fail(err, (poise_code)code,
                      "%.700s; %zu of %zu runs are kept in %.150s: the same command goes on", reason.text,
                      done, all, store);
}

int evaluate_check_all_done(size_t done, size_t all, poise_error *err)
{
    if (done == all)
        return POISE_OK;
    return poise_fail(err, POISE_INCOMPLETE,
                      "%zu runs are not done: see poise evaluate --status; without --collect they are done",
                      all - done);
}

/* What kernels call when an access may leave its private variable. */
#include "capture/runtime/current.h"
#include "capture/runtime/kernel_abi.h"
#include "capture/runtime/private_access.h"

#include <string.h>

/* The largest access. */
static char elsewhere[TRACE_LINE_BYTES] __attribute__((aligned(TRACE_LINE_BYTES)));

/* What others have left there must not show. */
static void *clean_elsewhere(void)
{
    memset(elsewhere, 0, sizeof elsewhere);
    return elsewhere;
}

void *poise_private_outside(int64_t offset, uint64_t size, uint64_t *word)
{
    *word = capture_private_word(offset, size);
    return clean_elsewhere();
}

/* The frames of the kernel lie between our own and the top of the lane's stack. */
void *poise_private_somewhere(void *address, uint64_t bytes, uint64_t *word)
{
    const uint64_t *recorded;
    bool is_inside;
    const lane *l = capture_running_lane(&recorded, &is_inside);
    const uintptr_t low = (uintptr_t)__builtin_frame_address(0), high = (uintptr_t)l->stack_top;
    const uintptr_t begin = (uintptr_t)address;
    if (begin >= low && begin < high && bytes <= high - begin)
        return address;
    *word = capture_private_word_far();
    return clean_elsewhere();
}

/* vm policies over frames.h: demand paging and what the host is told, the same for Mosaic and for GPU-MMU. */
#ifndef POISE_SIM_HOOKS_FRAMES_POLICY_H
#define POISE_SIM_HOOKS_FRAMES_POLICY_H

#include "sim_hooks/vm/frames.h"
#include "sim_hooks/vm/promotion.h"

typedef struct frames_policy_options {
    uint32_t memory, fragmentation, occupancy, seed;
    int paging; /* a frames_paging */
} frames_policy_options;

/* When pages cross the link. FRAMES_BEFORE is the reference of thesis Figure 7.12: all buffers of a program
 * are copied, one after the other, and a page is usable when all of them have arrived; what buffers are made
 * later waits likewise, beside pages that were there before (our choice). Pages without a buffer, such as
 * those of code, come with the rest at no cost of their own (our choice). */
typedef enum frames_paging { FRAMES_ON_DEMAND, FRAMES_AT_ONCE, FRAMES_BEFORE } frames_paging;

#define FRAMES_NUMBER(options, field, name_text, default_value, least, most, help_text)  \
    {                                                                                    \
        .name = name_text, .type = POISE_OPT_UINT32, .default_text = default_value,      \
        .offset = offsetof(options, field), .min = least, .max = most, .help = help_text \
    }
#define FRAMES_CHOICE(options, field, name_text, default_value, choice_list, help_text) \
    {                                                                                   \
        .name = name_text, .type = POISE_OPT_CHOICE, .default_text = default_value,     \
        .offset = offsetof(options, field), .choices = choice_list, .help = help_text   \
    }

/* Of a frames_policy_options. */
#define FRAMES_POLICY_OPTIONS(options, memory_field)                                                        \
    FRAMES_NUMBER(options, memory_field.memory, "memory", "3072", 2, 65536, "MB of memory for programs"),   \
        FRAMES_CHOICE(options, memory_field.paging, "paging", "demand", "demand|none|before",               \
                      "pages come from the host when they are first used; are there at no cost; or all of " \
                      "a program is copied before it begins"),                                              \
        FRAMES_NUMBER(options, memory_field.fragmentation, "fragmentation", "0", 0, 100,                    \
                      "fragmentation index: per cent of large frames in which a stranger has pages"),       \
        FRAMES_NUMBER(options, memory_field.occupancy, "occupancy", "50", 0, 100,                           \
                      "per cent of the pages of such a frame that the stranger has"),                       \
        FRAMES_NUMBER(options, memory_field.seed, "seed", "1", 0, 1000000, "of random places")

typedef struct frames_policy frames_policy;

/* `memory` is what frames_init() takes but for size, programs, fragmentation and seed; `copy_cycles` for a
 * page that is moved. Large pages are gathered by their use if `by_use` (NULL: never) asks for it. */
int frames_policy_create(const vm_host *host, const frames_policy_options *options, frames_options memory,
                         uint64_t copy_cycles, const promotion_options *by_use, void **state,
                         poise_error *err);
void frames_policy_destroy(void *state);
const frames *frames_policy_memory(const void *state);
uint64_t frames_policy_far_faults(const void *state);
uint64_t frames_policy_stalled(const void *state);           /* cycles */
uint64_t frames_policy_copied(const void *state);            /* bytes, before programs began */
const promotion *frames_policy_promotion(const void *state); /* NULL = none */
void frames_policy_app_end(void *state, uint16_t app, uint64_t cycle);
vm_answer frames_policy_place(void *state, uint16_t app, uint64_t page, vm_place *place, uint64_t cycle);
void frames_policy_allocate(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle);
void frames_policy_release(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle);
void frames_policy_transferred(void *state, uint32_t token, uint64_t cycle);
void frames_policy_missed(void *state, uint16_t app, uint64_t page);
void frames_policy_walked(void *state, uint16_t app, uint64_t page);
uint64_t frames_policy_gather(void *const *states, uint32_t count, uint64_t cycle);

#endif

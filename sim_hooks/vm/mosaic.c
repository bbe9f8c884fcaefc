/* Mosaic (Ausavarungnirun et al., MICRO 2017; chapter 7 of Ausavarungnirun's thesis): base pages cross the
 * link and lie so that whole large pages are translated as one, with nothing moved (frames.h). */
#include "sim_hooks/builtin.h"
#include "sim_hooks/policy_statistics.h"
#include "sim_hooks/vm/frames_policy.h"

typedef struct mosaic_options {
    frames_policy_options memory;
    promotion_options promotion;
    uint32_t threshold, channels;
    int compaction, pages;
} mosaic_options;

enum { CAC_NONE, CAC, CAC_BULK, CAC_IDEAL };
enum { PAGES_MIXED, PAGES_4K };

/* Core cycles of a page: over the channel; in DRAM, about 80 ns (thesis 7.3.4: RowClone, LISA); or none. */
static uint64_t copy_cycles(const vm_host *host, int compaction)
{
    if (compaction == CAC)
        return host->copy_cycles;
    return compaction == CAC_BULK ? (uint64_t)(host->core_mhz * 0.080 + 0.5) : 0;
}

static int create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    const mosaic_options *o = options;
    if (promotion_is_wanted(&o->promotion) && o->channels > 1)
        return poise_fail(
            err, POISE_USAGE,
            "mosaic: pages of a large page come from everywhere: worth and model take channels=1 only");
    const frames_options memory = {.allocator = o->pages == PAGES_MIXED ? FRAMES_COCOA : FRAMES_GPU_MMU,
                                   .channels = (uint16_t)o->channels,
                                   .threshold = (uint16_t)o->threshold,
                                   .compacts = o->compaction != CAC_NONE};
    return frames_policy_create(host, &o->memory, memory, copy_cycles(host, o->compaction),
                                o->pages == PAGES_MIXED ? &o->promotion : NULL, state, err);
}

/* A bit in each entry of a large page and of a base page (7.3.3), of all memory. Lists are the runtime's. */
static uint64_t storage_bits(const void *state)
{
    const promotion *p = frames_policy_promotion(state);
    return frames_policy_memory(state)->options.frames * (1 + (uint64_t)FRAMES_PAGES) +
           (p ? promotion_storage_bits(p) : 0);
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const frames *f = frames_policy_memory(states[0]);
    const policy_statistic all[] = {
        {"pages", "page", (double)f->counts.mapped},
        {"far_faults", "page", (double)frames_policy_far_faults(states[0])},
        {"copied", "byte", (double)frames_policy_copied(states[0])},
        {"coalesced", "frame", (double)f->counts.coalesced},
        {"splintered", "frame", (double)f->counts.splintered},
        {"compacted", "frame", (double)f->counts.compacted},
        {"moved", "page", (double)f->counts.moved},
        {"stalled", "cycle", (double)frames_policy_stalled(states[0])},
        {"emergency", "frame", (double)f->counts.emergency},
        {"bloat", "%", 100 * frames_bloat(f)},
        {"gathered", "frame", (double)f->counts.gathered},
    };
    const promotion *p = frames_policy_promotion(states[0]);
    const size_t own = sizeof all / sizeof *all - (p == NULL),
                 given = policy_give_statistics(all, own, out, room);
    return given + (p ? promotion_statistics(p, out + given, room - given) : 0);
}

static const poise_option option_table[] = {
    FRAMES_POLICY_OPTIONS(mosaic_options, memory),
    FRAMES_CHOICE(mosaic_options, compaction, "compaction", "cac", "none|cac|bulk|ideal",
                  "pages of splintered frames stay, or are copied over the channel, within DRAM, at no cost"),
    FRAMES_NUMBER(mosaic_options, threshold, "threshold", "256", 0, FRAMES_PAGES,
                  "large pages with fewer base pages left are splintered"),
    FRAMES_NUMBER(mosaic_options, channels, "channels", "1", 1, 64,
                  "large frames go round so many channels, and pages stay in theirs; 1: each page is in all"),
    FRAMES_CHOICE(mosaic_options, pages, "pages", "mixed", "mixed|4k",
                  "base and large pages, or base pages only: then it is gpu_mmu"),
    PROMOTION_OPTIONS(mosaic_options, promotion),
};

const vm_policy vm_mosaic = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(vm_policy),
             .name = "mosaic",
             .summary = "base pages in the order of large ones, coalesced in place, splintered and compacted",
             .source = "Ausavarungnirun et al., MICRO 2017: Mosaic",
             .storage =
                 "a bit in each page-table entry of a large page and of a base page; lists of frames are "
                 "the runtime's",
             .options = option_table,
             .n_options = sizeof option_table / sizeof *option_table,
             .options_size = sizeof(mosaic_options)},
    .create = create,
    .life.destroy = frames_policy_destroy,
    .life.storage_bits = storage_bits,
    .life.app_end = frames_policy_app_end,
    .life.statistics = statistics,
    .place = frames_policy_place,
    .allocate = frames_policy_allocate,
    .release = frames_policy_release,
    .transferred = frames_policy_transferred,
    .life.gather = frames_policy_gather,
    .missed = frames_policy_missed,
    .walked = frames_policy_walked,
};

/* GPU-MMU, the baseline of Mosaic (Ausavarungnirun et al., MICRO 2017; thesis 7.2.1, after Power et al., HPCA
 * 2014): base pages only, from one list of free ones, whoever asks. What its authors have as 4 KB pages; with
 * 2 MB pages it is demand:2m. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/policy_statistics.h"
#include "sim_hooks/vm/frames_policy.h"

typedef struct gpu_mmu_options {
    frames_policy_options memory;
} gpu_mmu_options;

static int create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    const gpu_mmu_options *o = options;
    return frames_policy_create(
        host, &o->memory, (frames_options){.allocator = FRAMES_GPU_MMU, .channels = 1}, 0, NULL, state, err);
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const policy_statistic all[] = {
        {"pages", "page", (double)frames_policy_memory(states[0])->counts.mapped},
        {"far_faults", "page", (double)frames_policy_far_faults(states[0])},
        {"copied", "byte", (double)frames_policy_copied(states[0])},
    };
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

static const poise_option option_table[] = {FRAMES_POLICY_OPTIONS(gpu_mmu_options, memory)};

const vm_policy vm_gpu_mmu = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(vm_policy),
             .name = "gpu_mmu",
             .summary = "base pages anywhere in a memory of limited size, the baseline of mosaic",
             .source = "Ausavarungnirun et al., MICRO 2017: GPU-MMU",
             .options = option_table,
             .n_options = sizeof option_table / sizeof *option_table,
             .options_size = sizeof(gpu_mmu_options)},
    .create = create,
    .life.destroy = frames_policy_destroy,
    .life.app_end = frames_policy_app_end,
    .life.statistics = statistics,
    .place = frames_policy_place,
    .allocate = frames_policy_allocate,
    .release = frames_policy_release,
    .transferred = frames_policy_transferred,
};

/* Probe phase of a hash join. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

/* Keys are 1 .. 2 * slots; a quarter of them, drawn at random, is in the table, which is then half full. */
typedef struct problem {
    cl_uint items, lookups, bits;
    uint32_t n_slots;                /* 2^bits */
    uint32_t *key;                   /* lookups x items, to be looked up */
    uint32_t *value;                 /* of each key, 0 = not in the table; 2 * n_slots + 1 */
    uint32_t *slot_key, *slot_value; /* the table: n_slots each */
    uint32_t *sum;                   /* items */
} problem;

static void draw_values(problem *pr, random_source *random)
{
    const uint32_t *order = random_permutation(random, 2 * pr->n_slots);
    pr->value = memory_array((size_t)2 * pr->n_slots + 1, sizeof *pr->value);
    for (uint32_t i = 0; i < pr->n_slots / 2; i++)
        pr->value[1 + order[i]] = 1 + random_below(random, UINT16_MAX);
}

static void build_table(problem *pr)
{
    pr->slot_key = memory_array(pr->n_slots, sizeof *pr->slot_key);
    pr->slot_value = memory_array(pr->n_slots, sizeof *pr->slot_value);
    for (uint32_t key = 1; key <= 2 * pr->n_slots; key++) {
        if (pr->value[key] == 0)
            continue;
        uint32_t slot = key * 2654435761u >> (32 - pr->bits); /* as in probe.cl */
        while (pr->slot_key[slot] != 0)
            slot = (slot + 1) & (pr->n_slots - 1);
        pr->slot_key[slot] = key;
        pr->slot_value[slot] = pr->value[key];
    }
}

static void draw_keys(problem *pr, random_source *random)
{
    const size_t n = (size_t)pr->lookups * pr->items;
    pr->key = memory_array(n, sizeof *pr->key);
    for (size_t i = 0; i < n; i++)
        pr->key[i] = 1 + random_below(random, 2 * pr->n_slots);
}

static void probe_on_device(device *dev, const problem *pr)
{
    const size_t slot_bytes = sizeof(cl_uint) * pr->n_slots, item_bytes = sizeof(cl_uint) * pr->items;
    cl_mem key = device_buffer(dev, item_bytes * pr->lookups, pr->key);
    cl_mem slot_key = device_buffer(dev, slot_bytes, pr->slot_key);
    cl_mem slot_value = device_buffer(dev, slot_bytes, pr->slot_value);
    cl_mem sum = device_buffer(dev, item_bytes, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "probe"), pr->items, ARG(key), ARG(slot_key), ARG(slot_value),
               ARG(sum), ARG(pr->items), ARG(pr->lookups), ARG(pr->bits));
    device_read(dev, sum, item_bytes, pr->sum);
}

/* By the definition of the join, without the table. */
static uint32_t *compute_reference(const problem *pr)
{
    uint32_t *sum = memory_array(pr->items, sizeof *sum);
    for (size_t i = 0; i < (size_t)pr->lookups * pr->items; i++)
        sum[i % pr->items] += pr->value[pr->key[i]];
    return sum;
}

int main(int argc, char **argv)
{
    uint32_t items, lookups, bits, seed;
    const workload_option options[] = {
        {"size", &items, 12288, 1, 1 << 24, NULL, "work-items"},
        {"lookups", &lookups, 8, 1, 127, NULL, "keys that a work-item looks up"},
        {"bits", &bits, 13, 2, 24, NULL, "logarithm of the slots of the table, of 8 bytes each"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the keys and values"},
    };
    const workload work = {"probe", "probe phase of a hash join", options, sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    problem pr = {.items = items, .lookups = lookups, .bits = bits, .n_slots = UINT32_C(1) << bits};
    draw_values(&pr, &random);
    build_table(&pr);
    draw_keys(&pr, &random);
    pr.sum = memory_array(items, sizeof *pr.sum);
    device dev;
    device_open(&dev, kernel_source);
    probe_on_device(&dev, &pr);

    check_equal("sum", pr.sum, compute_reference(&pr), items);
    workload_verified(&work, dev.name, dev.launches, "all sums equal");
    device_close(&dev);
    return 0;
}

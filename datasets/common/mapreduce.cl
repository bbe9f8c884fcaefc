/* MapReduce on a GPU in the manner of Mars: map and reduce run twice, first to count what they will emit and
 * then, when prefix sums have given each work-item a place of its own, to write it; groups are formed by a
 * bitonic sort of an index of the pairs. Keys and values are byte strings of any length, packed one behind
 * the other, and are copied byte by byte, for nothing is known of their types here. An entry of the index is
 * {first byte of the key, bytes of the key, first byte of the value, bytes of the value}. Source: He, Fang,
 * Luo, Govindaraju and Wang, "Mars: a MapReduce framework on graphics processors" (2008).
 *
 * Three texts make a program: mapreduce_emit.cl, the program's own, and this. The program defines
 * STAGE_WORDS, the words of its largest pair, and map_record; with GROUPS compare_keys; with REDUCES
 * reduce_group. */

enum { GROUP_SIZE = 256 };

/* The program's functions: see the top. `data` is whatever all records share, `parameter` its shape. */
void map_record(uint4 record, __global const uchar *data, uint parameter, emitter *out);
int compare_keys(__global const uchar *a, __global const uchar *b, __global const uchar *data,
                 uint parameter);
void reduce_group(__global const uchar *key, __global const uchar *values, __global const uint4 *entries,
                  uint n_pairs, emitter *out);

/* ---- map: one work-item per record ---- */

__kernel void map_count(__global const uint4 *records, uint n_records, __global const uchar *data,
                        uint parameter, __global uint *key_bytes, __global uint *value_bytes,
                        __global uint *pairs)
{
    __local uint stage[GROUP_SIZE * STAGE_WORDS];
    const uint record = get_global_id(0);
    if (record >= n_records)
        return;
    emitter out = {.counting = 1, .stage = stage + get_local_id(0) * STAGE_WORDS};
    map_record(records[record], data, parameter, &out);
    key_bytes[record] = out.key_at;
    value_bytes[record] = out.value_at;
    pairs[record] = out.pairs;
}

__kernel void map_write(__global const uint4 *records, uint n_records, __global const uchar *data,
                        uint parameter, __global const uint *key_first, __global const uint *value_first,
                        __global const uint *pair_first, __global uchar *keys, __global uchar *values,
                        __global uint4 *index)
{
    __local uint stage[GROUP_SIZE * STAGE_WORDS];
    const uint record = get_global_id(0);
    if (record >= n_records)
        return;
    emitter out = {.key_at = key_first[record],
                   .value_at = value_first[record],
                   .entry_at = pair_first[record],
                   .keys = keys,
                   .values = values,
                   .index = index,
                   .stage = stage + get_local_id(0) * STAGE_WORDS};
    map_record(records[record], data, parameter, &out);
}

/* ---- prefix sum: groups, sums of groups, addition of these ---- */

/* Sum of what the work-items before this one give (Hillis and Steele, 1986), and in *total that of all. */
uint sum_before(__local uint *part, uint value, uint *total)
{
    const uint item = get_local_id(0);
    part[item] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < GROUP_SIZE; distance *= 2) {
        const uint other = item >= distance ? part[item - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        part[item] += other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    *total = part[GROUP_SIZE - 1];
    const uint before = part[item] - value;
    barrier(CLK_LOCAL_MEM_FENCE);
    return before;
}

__kernel void sum_groups(__global const uint *values, uint n, __global uint *before, __global uint *sums)
{
    __local uint part[GROUP_SIZE];
    const uint i = get_global_id(0);
    uint total;
    const uint sum = sum_before(part, i < n ? values[i] : 0, &total);
    if (i < n)
        before[i] = sum;
    if (get_local_id(0) == 0)
        sums[get_group_id(0)] = total;
}

/* One group does all, a group's width at a time. */
__kernel void sum_sums(__global uint *sums, uint n, __global uint *total)
{
    __local uint part[GROUP_SIZE];
    uint carry = 0;
    for (uint base = 0; base < n; base += GROUP_SIZE) {
        const uint i = base + get_local_id(0);
        uint chunk;
        const uint sum = sum_before(part, i < n ? sums[i] : 0, &chunk);
        if (i < n)
            sums[i] = carry + sum;
        carry += chunk;
    }
    if (get_local_id(0) == 0)
        *total = carry;
}

__kernel void sum_add(__global uint *before, uint n, __global const uint *sums)
{
    const uint i = get_global_id(0);
    if (i < n)
        before[i] += sums[i / GROUP_SIZE];
}

#ifdef GROUPS
/* ---- group: sort the index, copy keys and values in its order, find where keys change ---- */

/* A power of two of entries: those behind the n pairs are without a key and come last. */
__kernel void sort_fill(__global const uint4 *index, uint n, __global uint4 *sorted, uint n_padded)
{
    const uint i = get_global_id(0);
    if (i < n_padded)
        sorted[i] = i < n ? index[i] : (uint4)(0);
}

int compare_entries(uint4 a, uint4 b, __global const uchar *keys, __global const uchar *data, uint parameter)
{
    if (a.y == 0 || b.y == 0)
        return (a.y == 0) - (b.y == 0);
    return compare_keys(keys + a.x, keys + b.x, data, parameter);
}

/* One step of Batcher's bitonic sort: blocks of `block` entries, comparison over `distance`. As in Mars there
 * is a work-item for every entry, and the lower one of two does the work. */
__kernel void sort_step(__global uint4 *sorted, uint n_padded, __global const uchar *keys,
                        __global const uchar *data, uint parameter, uint block, uint distance)
{
    const uint low = get_global_id(0), high = low ^ distance;
    if (high >= n_padded || high < low)
        return;
    const uint4 a = sorted[low], b = sorted[high];
    const int order = compare_entries(a, b, keys, data, parameter);
    if ((low & block) == 0 ? order > 0 : order < 0) {
        sorted[low] = b;
        sorted[high] = a;
    }
}

/* Of keys, or of values. */
__kernel void copy_sizes(__global const uint4 *sorted, uint n, uint of_values, __global uint *bytes)
{
    const uint i = get_global_id(0);
    if (i < n)
        bytes[i] = of_values ? sorted[i].w : sorted[i].y;
}

__kernel void copy_bytes(__global uint4 *sorted, uint n, uint of_values, __global const uint *first,
                         __global const uchar *from, __global uchar *to)
{
    const uint i = get_global_id(0);
    if (i >= n)
        return;
    uint4 entry = sorted[i];
    const uint source = of_values ? entry.z : entry.x, bytes = of_values ? entry.w : entry.y;
    const uint target = first[i];
    for (uint b = 0; b < bytes; b++)
        to[target + b] = from[source + b];
    if (of_values)
        entry.z = target;
    else
        entry.x = target;
    sorted[i] = entry;
}

__kernel void key_changes(__global const uint4 *sorted, uint n, __global const uchar *keys,
                          __global const uchar *data, uint parameter, __global uint *begins)
{
    const uint i = get_global_id(0);
    if (i >= n)
        return;
    uint differs = 1;
    if (i > 0)
        differs = compare_keys(keys + sorted[i].x, keys + sorted[i - 1].x, data, parameter) != 0;
    begins[i] = differs;
}

__kernel void key_groups(__global const uint *begins, uint n, __global const uint *place,
                         __global uint *starts)
{
    const uint i = get_global_id(0);
    if (i < n && begins[i])
        starts[place[i]] = i;
}
#endif

#ifdef REDUCES
/* ---- reduce: one work-item per group of pairs with equal keys ---- */

void reduce_one(uint group, __global const uint *starts, uint n_groups, __global const uint4 *sorted,
                uint n_pairs, __global const uchar *keys, __global const uchar *values, emitter *out)
{
    const uint begin = starts[group], end = group + 1 < n_groups ? starts[group + 1] : n_pairs;
    reduce_group(keys + sorted[begin].x, values, sorted + begin, end - begin, out);
}

__kernel void reduce_count(__global const uint *starts, uint n_groups, __global const uint4 *sorted,
                           uint n_pairs, __global const uchar *keys, __global const uchar *values,
                           __global uint *key_bytes, __global uint *value_bytes, __global uint *pairs)
{
    __local uint stage[GROUP_SIZE * STAGE_WORDS];
    const uint group = get_global_id(0);
    if (group >= n_groups)
        return;
    emitter out = {.counting = 1, .stage = stage + get_local_id(0) * STAGE_WORDS};
    reduce_one(group, starts, n_groups, sorted, n_pairs, keys, values, &out);
    key_bytes[group] = out.key_at;
    value_bytes[group] = out.value_at;
    pairs[group] = out.pairs;
}

__kernel void reduce_write(__global const uint *starts, uint n_groups, __global const uint4 *sorted,
                           uint n_pairs, __global const uchar *keys, __global const uchar *values,
                           __global const uint *key_first, __global const uint *value_first,
                           __global const uint *pair_first, __global uchar *out_keys,
                           __global uchar *out_values, __global uint4 *out_index)
{
    __local uint stage[GROUP_SIZE * STAGE_WORDS];
    const uint group = get_global_id(0);
    if (group >= n_groups)
        return;
    emitter out = {.key_at = key_first[group],
                   .value_at = value_first[group],
                   .entry_at = pair_first[group],
                   .keys = out_keys,
                   .values = out_values,
                   .index = out_index,
                   .stage = stage + get_local_id(0) * STAGE_WORDS};
    reduce_one(group, starts, n_groups, sorted, n_pairs, keys, values, &out);
}
#endif

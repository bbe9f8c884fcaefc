#include "capture/compiler/value_map.h"

#include <stdint.h>
#include <stdlib.h>

int capture_value_map_open(capture_value_map *map, size_t n)
{
    map->n_slots = 16;
    while (map->n_slots < 2 * n)
        map->n_slots *= 2;
    map->key = calloc(map->n_slots, sizeof(LLVMValueRef));
    map->number = calloc(map->n_slots, sizeof *map->number);
    return !map->key || !map->number;
}

void capture_value_map_free(capture_value_map *map)
{
    free(map->key);
    free(map->number);
    *map = (capture_value_map){0};
}

/* The slot of `value` or the empty slot where it would go. Fibonacci hashing (Knuth, volume 3, 6.4). */
static size_t slot_of(const capture_value_map *map, LLVMValueRef value)
{
    size_t slot = (size_t)(((uintptr_t)value >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (map->n_slots - 1);
    while (map->key[slot] && map->key[slot] != value)
        slot = (slot + 1) & (map->n_slots - 1);
    return slot;
}

void capture_value_map_put(capture_value_map *map, LLVMValueRef value, size_t number)
{
    size_t slot = slot_of(map, value);
    map->key[slot] = value;
    map->number[slot] = number;
}

size_t capture_value_map_get(const capture_value_map *map, LLVMValueRef value)
{
    size_t slot = slot_of(map, value);
    return map->key[slot] ? map->number[slot] : (size_t)CAPTURE_ABSENT;
}

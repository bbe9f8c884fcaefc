/* A map from LLVM values to small numbers: LLVM's C interface has no place to hang data on a value. */
#ifndef POISE_CAPTURE_VALUE_MAP_H
#define POISE_CAPTURE_VALUE_MAP_H

#include <llvm-c/Types.h>
#include <stddef.h>

enum { CAPTURE_ABSENT = -1 };

typedef struct capture_value_map {
    LLVMValueRef *key; /* open addressing, NULL = empty */
    size_t *number;
    size_t n_slots; /* power of two */
} capture_value_map;

/* Room for `n` values. Returns non-zero without memory. */
int capture_value_map_open(capture_value_map *map, size_t n);
void capture_value_map_free(capture_value_map *map);

/* Stores a value that is not in the map yet; at most `n` times. */
void capture_value_map_put(capture_value_map *map, LLVMValueRef value, size_t number);
/* The number of `value`, or (size_t)CAPTURE_ABSENT. */
size_t capture_value_map_get(const capture_value_map *map, LLVMValueRef value);

#endif

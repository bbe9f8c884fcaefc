#include "train/numerics/distinct.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A hash table with open addressing; a slot holds the number of an entry + 1, 0 = empty. */
typedef struct slots {
    size_t mask; /* their number - 1, a power of two - 1 */
    size_t *slot;
} slots;

static size_t hash(double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    bits *= UINT64_C(0x9E3779B97F4A7C15); /* Fibonacci hashing: Knuth, volume 3, 6.4 */
    return (size_t)(bits >> 32);
}

/* The slot that holds `value`, or the empty one where it belongs. */
static size_t *find(const slots *table, const train_distinct *distinct, double value)
{
    size_t at = hash(value) & table->mask;
    while (table->slot[at] != 0 && distinct->value[table->slot[at] - 1] != value)
        at = (at + 1) & table->mask;
    return &table->slot[at];
}

bool train_distinct_collect(train_distinct *distinct, const double *values, const double *weight, size_t rows)
{
    size_t size = 16;
    while (size < 2 * rows)
        size *= 2;
    slots table = {.mask = size - 1, .slot = calloc(size, sizeof *table.slot)};
    *distinct = (train_distinct){.value = calloc(rows + 1, sizeof *distinct->value),
                                 .weight = calloc(rows + 1, sizeof *distinct->weight)};
    bool enough = table.slot != NULL && distinct->value != NULL && distinct->weight != NULL;
    for (size_t row = 0; enough && row < rows; row++) {
        double w = weight == NULL ? 1.0 : weight[row];
        if (w > 0.0) {
            size_t *slot = find(&table, distinct, values[row]);
            if (*slot == 0) {
                distinct->value[distinct->n] = values[row];
                *slot = ++distinct->n;
            }
            distinct->weight[*slot - 1] += w;
        }
    }
    free(table.slot);
    return enough;
}

void train_distinct_free(train_distinct *distinct)
{
    free(distinct->value);
    free(distinct->weight);
    *distinct = (train_distinct){0};
}

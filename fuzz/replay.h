/* Built without a fuzzer (POISE_FUZZ_REPLAY), a fuzz target runs the files named on its command line, and
 * with --mutants N SEED before them, N random changes of them as well: the same for the same numbers and
 * files. Included once, behind the target. */
#ifndef POISE_FUZZ_REPLAY_H
#define POISE_FUZZ_REPLAY_H

#ifdef POISE_FUZZ_REPLAY
#include "common/file.h"
#include "common/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct replay_input {
    char *data;
    size_t size;
} replay_input;

enum { REPLAY_EDITS = 8, REPLAY_TAIL = 64 /* most bytes that a mutant is longer (our choices) */ };

/* A random stretch of `size` bytes is replaced by random bytes, by a stretch of another input, or left out.
 */
static void replay_edit(poise_random *random, const replay_input *other, replay_input *mutant, size_t most)
{
    const size_t at = poise_random_below(random, mutant->size + 1);
    size_t length = 1 + poise_random_below(random, REPLAY_EDITS);
    switch (poise_random_below(random, 3)) {
    case 0: /* written over, or beyond the end */
        for (; length > 0 && at + length > most; length--)
            ;
        for (size_t i = 0; i < length; i++)
            mutant->data[at + i] = (char)poise_random_u64(random);
        break;
    case 1: {
        const size_t from = poise_random_below(random, other->size + 1);
        for (; length > 0 && (at + length > most || from + length > other->size); length--)
            ;
        if (length > 0)
            memcpy(mutant->data + at, other->data + from, length);
        break;
    }
    default:
        length = at + length > mutant->size ? mutant->size - at : length;
        memmove(mutant->data + at, mutant->data + at + length, mutant->size - at - length);
        mutant->size -= length;
        return;
    }
    if (at + length > mutant->size)
        mutant->size = at + length;
}

static void replay_mutants(const replay_input *input, size_t inputs, uint64_t mutants, uint64_t seed)
{
    poise_random random;
    poise_random_seed(&random, seed);
    for (uint64_t m = 0; m < mutants; m++) {
        const replay_input *of = &input[poise_random_below(&random, inputs)];
        const size_t most = of->size + REPLAY_TAIL;
        /* As long as it is, so that a sanitizer sees what reads behind it. */
        replay_input mutant = {.data = malloc(most), .size = of->size};
        if (!mutant.data)
            abort();
        if (of->size > 0)
            memcpy(mutant.data, of->data, of->size);
        for (uint64_t edits = 1 + poise_random_below(&random, REPLAY_EDITS); edits > 0; edits--)
            replay_edit(&random, &input[poise_random_below(&random, inputs)], &mutant, most);
        char *whole = mutant.size > 0 ? realloc(mutant.data, mutant.size) : NULL;
        LLVMFuzzerTestOneInput((const uint8_t *)(whole ? whole : mutant.data), mutant.size);
        free(whole ? whole : mutant.data);
        if ((m + 1) % 100000 == 0)
            fprintf(stderr, "%llu mutants\n", (unsigned long long)(m + 1));
    }
}

int main(int argc, char **argv)
{
    const bool mutants = argc > 4 && strcmp(argv[1], "--mutants") == 0;
    const int first = mutants ? 4 : 1;
    const size_t inputs = argc > first ? (size_t)(argc - first) : 0;
    replay_input *input = calloc(inputs + 1, sizeof *input);
    if (!input)
        abort();
    for (size_t i = 0; i < inputs; i++) {
        poise_error err;
        if (poise_read_file(argv[first + (int)i], 64 << 20, &input[i].data, &input[i].size, &err) != 0) {
            fprintf(stderr, "%s\n", err.text);
            return 1;
        }
        LLVMFuzzerTestOneInput((const uint8_t *)input[i].data, input[i].size);
    }
    if (mutants)
        replay_mutants(input, inputs, strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
    for (size_t i = 0; i < inputs; i++)
        free(input[i].data);
    free(input);
    return 0;
}
#endif

#endif

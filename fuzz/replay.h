/* Built without a fuzzer (POISE_FUZZ_REPLAY), a fuzz target runs the files named on its command line.
 * Included once, behind the target. */
#ifndef POISE_FUZZ_REPLAY_H
#define POISE_FUZZ_REPLAY_H

#ifdef POISE_FUZZ_REPLAY
#include "common/file.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *data = NULL;
        size_t size = 0;
        poise_error err;
        if (poise_read_file(argv[i], 64 << 20, &data, &size, &err) != 0) {
            fprintf(stderr, "%s\n", err.text);
            return 1;
        }
        LLVMFuzzerTestOneInput((const uint8_t *)data, size);
        free(data);
    }
    return 0;
}
#endif

#endif

/* The reader of Matrix Market files on hostile input. What it lets through must be entries of the matrix,
 * what it refuses must come with a sentence. */
#include "datasets/common/matrix_market.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    matrix_market m;
    char error[MATRIX_MARKET_ERROR_BYTES] = "";
    char *text =
        malloc(size ? size : 1); /* of its own, so that a sanitizer sees what is read behind the end */
    if (!text)
        return 0;
    memcpy(text, data, size);
    if (matrix_market_parse(&m, text, size, error) != 0) {
        if (strncmp(error, "line ", 5) != 0 || m.row || m.col)
            abort();
    } else {
        for (uint32_t i = 0; i < m.n_entries; i++)
            if (m.row[i] >= m.rows || m.col[i] >= m.rows)
                abort();
        matrix_market_free(&m);
    }
    free(text);
    return 0;
}

#include "fuzz/replay.h"

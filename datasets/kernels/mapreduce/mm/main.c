/* Matrix product by MapReduce: one record per element, in rounds of as many records as memory would hold. */
#include "datasets/common/check.h"
#include "datasets/common/documents.h"
#include "datasets/common/mapreduce.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <inttypes.h>
#include <string.h>

/* Rows of A and columns of B: n vectors of `stride` elements, the rows first. */
typedef struct operands {
    uint32_t rows, columns, stride;
    const float *vector;
} operands;

static operands generate(uint32_t rows, uint32_t columns, uint32_t dims, uint32_t seed)
{
    random_source random = {seed};
    const float *values = matrix_random(&random, rows + columns, dims);
    operands ab = {rows, columns, (dims + 3) / 4 * 4, NULL};
    float *vector = memory_array((size_t)(rows + columns) * ab.stride, sizeof *vector);
    for (size_t i = 0; i < rows + columns; i++)
        memcpy(vector + i * ab.stride, values + i * dims, sizeof *vector * dims);
    ab.vector = vector;
    return ab;
}

/* A holds the file's documents as term vectors and B = A^T: common terms of each two documents. */
static operands read(const char *path, uint32_t rows, uint32_t columns, uint32_t dims)
{
    const documents docs = documents_read(path, rows > columns ? rows : columns, dims);
    operands ab = {docs.n < rows ? docs.n : rows, docs.n < columns ? docs.n : columns, docs.stride, NULL};
    const size_t of_rows = (size_t)ab.rows * ab.stride, of_columns = (size_t)ab.columns * ab.stride;
    float *vector = memory_array(of_rows + of_columns, sizeof *vector);
    memcpy(vector, docs.vector, sizeof *vector * of_rows);
    memcpy(vector + of_rows, docs.vector, sizeof *vector * of_columns);
    ab.vector = vector;
    return ab;
}

/* Elements first .. first + n - 1 of C, in row-major order. Each must be there once: `seen` counts. */
static void multiply_round(mapreduce *job, const operands *ab, size_t first, uint32_t n, float *c,
                           uint32_t *seen)
{
    mapreduce_record *record = memory_array(n, sizeof *record);
    for (uint32_t i = 0; i < n; i++) {
        const cl_uint row = (cl_uint)((first + i) / ab->columns),
                      column = (cl_uint)((first + i) % ab->columns);
        record[i] = (mapreduce_record){{row, column, row, ab->rows + column}};
    }
    const unsigned kept = job->dev->n_buffers;
    const mapreduce_pairs pairs = mapreduce_map(job, record, n);
    const mapreduce_result result = mapreduce_read(job, &pairs);
    device_keep_buffers(job->dev, kept);
    for (uint32_t i = 0; i < result.n; i++) {
        const cl_uint row = mapreduce_key(&result, i, 0), column = mapreduce_key(&result, i, 1);
        if (row >= ab->rows || column >= ab->columns)
            workload_fail("wrong result: element %" PRIu32 ", %" PRIu32 " is outside the matrix", row,
                          column);
        const size_t at = (size_t)row * ab->columns + column;
        const cl_uint bits = mapreduce_value(&result, i, 0);
        memcpy(&c[at], &bits, sizeof bits);
        seen[at]++;
    }
}

static const double *reference(const operands *ab)
{
    double *c = memory_array((size_t)ab->rows * ab->columns, sizeof *c);
    for (uint32_t i = 0; i < ab->rows; i++)
        for (uint32_t k = 0; k < ab->stride; k++)
            for (uint32_t j = 0; j < ab->columns; j++)
                c[(size_t)i * ab->columns + j] += (double)ab->vector[(size_t)i * ab->stride + k] *
                                                  (double)ab->vector[(size_t)(ab->rows + j) * ab->stride + k];
    return c;
}

int main(int argc, char **argv)
{
    uint32_t rows, columns, dims, round, seed;
    const workload_option options[] = {
        {"size", &rows, 384, 1, 1 << 14, NULL, "rows of A"},
        {"columns", &columns, 256, 1, 1 << 14, NULL, "columns of B"},
        {"dims", &dims, 128, 1, 1 << 14, NULL, "columns of A and rows of B"},
        {"round", &round, 49152, 1, 1 << 24, NULL, "elements of a round"},
        {"file", NULL, 0, 0, 0, workload_path, "documents, one a line, instead of random matrices"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the matrices"},
    };
    const workload work = {"mm", "matrix product by MapReduce", options, sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    const char *path = workload_file();
    const operands ab = path ? read(path, rows, columns, dims) : generate(rows, columns, dims, seed);
    const size_t n = (size_t)ab.rows * ab.columns;
    float *c = memory_array(n, sizeof *c);
    uint32_t *seen = memory_array(n, sizeof *seen), *once = memory_array(n, sizeof *once);
    device dev;
    mapreduce job;
    mapreduce_open(&job, &dev, kernel_source, ab.vector, sizeof *c * (ab.rows + ab.columns) * ab.stride);
    job.parameter = ab.stride / 4;
    for (size_t first = 0; first < n; first += round)
        multiply_round(&job, &ab, first, n - first < round ? (uint32_t)(n - first) : round, c, seen);

    for (size_t i = 0; i < n; i++)
        once[i] = 1;
    check_equal("pairs of element", seen, once, n);
    double error = check_close("C", c, reference(&ab), n, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "%zu elements, error %.1e", n, error);
    device_close(&dev);
    return 0;
}

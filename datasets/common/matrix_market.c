#include "datasets/common/matrix_market.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE_BYTES = 1024 }; /* of the standard's "Fixed Text Format" */

typedef struct reader {
    const char *at, *end;
    size_t line_number;
    char line[MAX_LINE_BYTES + 1]; /* the current one, without its end */
    char *word;                    /* the rest of it */
    char *error;
} reader;

static int complain(reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int complain(reader *r, const char *format, ...)
{
    int used = snprintf(r->error, MATRIX_MARKET_ERROR_BYTES, "line %zu: ", r->line_number);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(r->error + used, MATRIX_MARKET_ERROR_BYTES - (size_t)used, format, arguments);
    va_end(arguments);
    return -1;
}

/* 1 with the next line, 0 at the end of the file, -1 with an error. */
static int next_line(reader *r)
{
    if (r->at == r->end)
        return 0;
    r->line_number++;
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    const size_t length = (size_t)((newline ? newline : r->end) - r->at);
    if (length > MAX_LINE_BYTES)
        return complain(r, "longer than %d bytes", MAX_LINE_BYTES);
    if (memchr(r->at, '\0', length))
        return complain(r, "holds a zero byte: not a text file");
    memcpy(r->line, r->at, length);
    r->line[length] = '\0';
    r->word = r->line;
    r->at = newline ? newline + 1 : r->end;
    return 1;
}

/* The next word of the line, NULL behind the last. Separators are written over with zeros. */
static const char *next_word(reader *r)
{
    while (isspace((unsigned char)*r->word))
        r->word++;
    if (*r->word == '\0')
        return NULL;
    const char *word = r->word;
    while (*r->word != '\0' && !isspace((unsigned char)*r->word))
        r->word++;
    if (*r->word != '\0')
        *r->word++ = '\0';
    return word;
}

/* The next line that is neither empty nor a comment. */
static int next_content(reader *r)
{
    int found;
    do {
        found = next_line(r);
    } while (found > 0 && (r->line[0] == '%' || r->line[strspn(r->line, " \t\r\v\f")] == '\0'));
    return found;
}

static int read_number(reader *r, const char *what, uint32_t min, uint32_t max, uint32_t *value)
{
    const char *word = next_word(r);
    if (!word)
        return complain(r, "the %s is missing", what);
    uint64_t number = 0;
    for (const char *digit = word; *digit; digit++) {
        if (!isdigit((unsigned char)*digit))
            return complain(r, "the %s is '%.20s', not a number", what, word);
        number = number * 10 + (uint64_t)(*digit - '0');
        if (number > max)
            return complain(r, "the %s %.20s is above %" PRIu32, what, word, max);
    }
    if (number < min)
        return complain(r, "the %s %" PRIu64 " is below %" PRIu32, what, number, min);
    *value = (uint32_t)number;
    return 0;
}

/* strcmp == 0 without regard to case: the standard leaves it free in the first line. */
static int same_word(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static int is_one_of(const char *word, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (same_word(word, words[i]))
            return (int)i;
    return -1;
}

/* "%%MatrixMarket matrix coordinate FIELD SYMMETRY"; sets the number of values that an entry has. */
static int read_banner(reader *r, int *n_values)
{
    static const char *const fields[] = {"pattern", "real", "double", "integer", "complex"};
    static const int values[] = {0, 1, 1, 1, 2};
    static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric", "hermitian"};
    int found = next_line(r);
    if (found < 0)
        return -1;
    const char *banner = found ? next_word(r) : NULL;
    if (!banner || !same_word(banner, "%%matrixmarket"))
        return complain(r, "no Matrix Market file: it does not begin with %%%%MatrixMarket");
    const char *object = next_word(r), *format = next_word(r), *field = next_word(r),
               *symmetry = next_word(r);
    if (!symmetry)
        return complain(r, "the banner needs object, format, field and symmetry");
    if (!same_word(object, "matrix") || !same_word(format, "coordinate"))
        return complain(r, "'%.20s %.20s' is not read, only 'matrix coordinate'", object, format);
    int field_index = is_one_of(field, fields, sizeof fields / sizeof *fields);
    if (field_index < 0)
        return complain(r, "unknown field '%.20s'", field);
    if (is_one_of(symmetry, symmetries, sizeof symmetries / sizeof *symmetries) < 0)
        return complain(r, "unknown symmetry '%.20s'", symmetry);
    *n_values = values[field_index];
    return 0;
}

static int read_sizes(reader *r, matrix_market *m)
{
    uint32_t cols = 0;
    int found = next_content(r);
    if (found <= 0)
        return found < 0 ? -1 : complain(r, "the file ends before the line of sizes");
    if (read_number(r, "number of rows", 1, MATRIX_MARKET_MAX_ROWS, &m->rows) != 0 ||
        read_number(r, "number of columns", 1, MATRIX_MARKET_MAX_ROWS, &cols) != 0 ||
        read_number(r, "number of entries", 0, MATRIX_MARKET_MAX_ENTRIES, &m->n_entries) != 0)
        return -1;
    if (cols != m->rows)
        return complain(r, "%" PRIu32 " x %" PRIu32 ": the matrix must be square", m->rows, cols);
    if (next_word(r))
        return complain(r, "more than three sizes");
    return 0;
}

static int read_entry(reader *r, const matrix_market *m, uint32_t index, int n_values)
{
    uint32_t row = 1, col = 1;
    if (read_number(r, "row", 1, m->rows, &row) != 0 || read_number(r, "column", 1, m->rows, &col) != 0)
        return -1;
    m->row[index] = row - 1;
    m->col[index] = col - 1;
    for (int i = 0; i < n_values; i++) {
        const char *word = next_word(r);
        char *end;
        if (!word)
            return complain(r, "the value is missing");
        (void)strtod(word, &end);
        if (*end != '\0')
            return complain(r, "the value is '%.20s', not a number", word);
    }
    if (next_word(r))
        return complain(r, "more words than row, column and %d values", n_values);
    return 0;
}

static int read_entries(reader *r, matrix_market *m, int n_values)
{
    if (m->n_entries >
        (size_t)(r->end - r->at) / 3) /* "1 1" is the shortest: memory within the file's size */
        return complain(r, "the file is too short for %" PRIu32 " entries", m->n_entries);
    m->row = malloc(sizeof *m->row * m->n_entries + 1);
    m->col = malloc(sizeof *m->col * m->n_entries + 1);
    if (!m->row || !m->col)
        return complain(r, "no memory for %" PRIu32 " entries", m->n_entries);
    int found = 0;
    for (uint32_t i = 0; i < m->n_entries; i++) {
        found = next_content(r);
        if (found <= 0)
            return found < 0 ? -1
                             : complain(r, "the file ends after %" PRIu32 " of %" PRIu32 " entries", i,
                                        m->n_entries);
        if (read_entry(r, m, i, n_values) != 0)
            return -1;
    }
    found = next_content(r);
    return found > 0 ? complain(r, "more than the %" PRIu32 " entries of the sizes", m->n_entries) : found;
}

int matrix_market_parse(matrix_market *m, const char *text, size_t bytes, char *error)
{
    reader r = {.at = text, .end = text + bytes, .error = error};
    int n_values = 0;
    *m = (matrix_market){0};
    if (read_banner(&r, &n_values) == 0 && read_sizes(&r, m) == 0 && read_entries(&r, m, n_values) == 0)
        return 0;
    matrix_market_free(m);
    return -1;
}

void matrix_market_free(matrix_market *m)
{
    free(m->row);
    free(m->col);
    *m = (matrix_market){0};
}

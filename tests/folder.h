/* A temporary folder per test program, for files that tests write. */
#ifndef POISE_TESTS_FOLDER_H
#define POISE_TESTS_FOLDER_H

#include "tests/test.h"

#include <dirent.h>
#include <sys/stat.h>

static char test_folder[64];

static inline int make_test_folder(void **state)
{
    (void)state;
    const char *parent = getenv("TMPDIR");
    if (parent == NULL || strlen(parent) + sizeof "/poise-test-XXXXXX" > sizeof test_folder)
        parent = "/tmp";
    snprintf(test_folder, sizeof test_folder, "%s/poise-test-XXXXXX", parent);
    return mkdtemp(test_folder) == NULL ? -1 : 0;
}

/* Entries of `folder` besides . and .. */
static inline int count_entries(const char *folder)
{
    DIR *opened = opendir(folder);
    assert_non_null(opened);
    int n = -2;
    while (readdir(opened) != NULL)
        n++;
    closedir(opened);
    return n;
}

static inline int remove_test_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", test_folder);
    return system(command);
}

/* Path of `name` in the folder; valid until the fourth next call. */
static inline const char *test_path(const char *name)
{
    static char paths[4][256];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", test_folder, name);
    return path;
}

/* The whole file, malloc'ed. */
static inline char *slurp(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    char *data = malloc(*size + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, *size, file), *size);
    fclose(file);
    return data;
}

static inline void spill(const char *path, const char *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline void assert_same_bytes(const char *a, const char *b)
{
    size_t size_a, size_b;
    char *data_a = slurp(a, &size_a), *data_b = slurp(b, &size_b);
    assert_int_equal(size_a, size_b);
    assert_memory_equal(data_a, data_b, size_a);
    free(data_a);
    free(data_b);
}

#endif

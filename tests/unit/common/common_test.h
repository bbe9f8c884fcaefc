/* What the tests of this room share: cmocka's includes and a temporary folder. */
#ifndef POISE_TESTS_COMMON_TEST_H
#define POISE_TESTS_COMMON_TEST_H

#include "common/error.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Makes an empty folder; `path` has room for 32 bytes. */
static inline void make_test_folder(char *path)
{
    strcpy(path, "/tmp/poise-test-XXXXXX");
    assert_non_null(mkdtemp(path));
}

/* Entries of a folder besides . and .. */
static inline int count_entries(const char *path)
{
    DIR *folder = opendir(path);
    assert_non_null(folder);
    int n = -2;
    while (readdir(folder) != NULL)
        n++;
    closedir(folder);
    return n;
}

#define assert_contains(text, part)                                 \
    do {                                                            \
        if (strstr(text, part) == NULL)                             \
            fail_msg("\"%s\" does not contain \"%s\"", text, part); \
    } while (0)

#endif

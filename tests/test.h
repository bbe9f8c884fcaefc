/* cmocka with the headers it needs, and what most tests ask. */
#ifndef POISE_TESTS_TEST_H
#define POISE_TESTS_TEST_H

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

#define assert_contains(text, part)                                 \
    do {                                                            \
        if (strstr(text, part) == NULL)                             \
            fail_msg("\"%s\" does not contain \"%s\"", text, part); \
    } while (0)

/* Ends a test that cannot run here, with the reason, which tests/run.sh prints; one without is a failure. */
#define skip_test(...)                \
    do {                              \
        print_message("# skipped: "); \
        print_message(__VA_ARGS__);   \
        print_message("\n");          \
        skip();                       \
    } while (0)

#endif

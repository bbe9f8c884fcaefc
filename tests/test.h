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

/* Whether ThreadSanitizer looks on, which makes a test twenty times as long: it sees the same accesses in a
 * part of the cases. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define THREAD_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define THREAD_SANITIZER 1
#endif
#ifndef THREAD_SANITIZER
#define THREAD_SANITIZER 0
#endif

/* Whether AddressSanitizer looks on, with which some of what others have written does not live. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define ADDRESS_SANITIZER 1
#endif
#ifndef ADDRESS_SANITIZER
#define ADDRESS_SANITIZER 0
#endif

/* Ends a test that cannot run here, with the reason, which tests/run.sh prints; one without is a failure. */
#define skip_test(...)                \
    do {                              \
        print_message("# skipped: "); \
        print_message(__VA_ARGS__);   \
        print_message("\n");          \
        skip();                       \
    } while (0)

#endif

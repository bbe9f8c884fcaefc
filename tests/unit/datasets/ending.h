/* How a function that may end the program ends, seen from outside: it runs in a child process with its output
 * dropped. */
#ifndef POISE_TESTS_DATASETS_ENDING_H
#define POISE_TESTS_DATASETS_ENDING_H

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RETURNED = 100 }; /* the function came back */

/* Exit code of the child, RETURNED, or -1 when it could not be run or was killed. */
static inline int ending_of(void (*function)(const void *), const void *argument)
{
    (void)fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
            _exit(RETURNED + 1);
        function(argument);
        _exit(RETURNED);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

#endif

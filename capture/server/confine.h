/* Confinement of a process that runs kernels: from then on it can compute, read its orders and write its
 * stream, and nothing else. Whatever a kernel does to the process (it may write to any address, and so run
 * any code in it), the system refuses it files, network, other processes, new code and programs. */
#ifndef POISE_CAPTURE_CONFINE_H
#define POISE_CAPTURE_CONFINE_H

#include "capture/confinement.h"

#include "common/error.h"

/* Confines this process, which is to have one thread, to the files `orders`, which it reads, and `stream`,
 * which it writes. By seccomp(2) and Landlock, and by limits of resources, which every system has. What the
 * system lacks is left out, with CONFINE_REQUIRE it is an error. A system call that is not allowed raises
 * SIGSYS and does nothing. */
int capture_confine(capture_confinement how, int orders, int stream, poise_error *err);

/* Name of system call `number` of an architecture, as siginfo_t tells them; "?" when it has none. For a
 * signal handler that does not return. */
const char *capture_call_name(int number, unsigned architecture);

#endif

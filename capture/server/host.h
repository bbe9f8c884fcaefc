/* The traced program, seen from the process that runs its kernels. */
#ifndef POISE_CAPTURE_HOST_H
#define POISE_CAPTURE_HOST_H

#include <poll.h>
#include <stdbool.h>

typedef struct capture_host {
    int socket;
    int process; /* pidfd_open(2): readable once the program has ended, also when a child of it lives on */
    int report;  /* locked until we and all workers have ended: `poise capture` waits for that; -1 = none */
} capture_host;

enum { CAPTURE_HOST_FILES = 2 };

/* What to poll for. */
static inline void capture_host_poll(const capture_host *host, short socket_events,
                                     struct pollfd files[CAPTURE_HOST_FILES])
{
    files[0] = (struct pollfd){.fd = host->process, .events = POLLIN};
    files[1] = (struct pollfd){.fd = host->socket, .events = socket_events};
}

static inline bool capture_host_is_gone(const struct pollfd files[CAPTURE_HOST_FILES])
{
    return files[0].revents != 0 || (files[1].revents & (POLLHUP | POLLERR)) != 0;
}

#endif

/* How the platform starts the process that runs kernels (server/main.c). */
#ifndef POISE_CAPTURE_SERVER_START_H
#define POISE_CAPTURE_SERVER_START_H

#include "capture/capture_environment.h"

#define CAPTURE_SERVER_NAME "poise-kernel-server"

enum { CAPTURE_SERVER_SOCKET = 3 }; /* file number of its socket */

#endif

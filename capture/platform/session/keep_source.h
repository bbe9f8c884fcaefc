/* The source of traced kernels, kept beside the traces for `poise trace print --source`. */
#ifndef POISE_CAPTURE_PLATFORM_SESSION_KEEP_SOURCE_H
#define POISE_CAPTURE_PLATFORM_SESSION_KEEP_SOURCE_H

/* Writes source-HASH.cl to the folder of the traces unless it is there. A convenience: that it cannot be
 * written is no reason to fail a launch. */
void capture_keep_source(const char *source, const char *hash);

#endif

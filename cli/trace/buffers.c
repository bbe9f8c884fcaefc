#include "cli/trace/buffers.h"

#include "trace/info/buffers.h"
#include "trace/trace.h"

#include <inttypes.h>
#include <stdio.h>

static void print_event(uint32_t launch, const trace_event *event)
{
    printf("%6" PRIu32 "  %-8s %6" PRIu32 "  0x%012" PRIx64 " %12" PRIu64, launch,
           trace_event_kind_name(event->kind), event->buffer, event->address, event->bytes);
    if (event->kind == TRACE_EVENT_COPY)
        printf("  0x%012" PRIx64, event->source);
    putchar('\n');
}

static int print(void *user, const warp_trace *view, uint64_t first_warp, uint32_t n_warps, poise_error *err)
{
    (void)user;
    (void)first_warp;
    (void)n_warps;
    const trace_header *header = &view->header;
    for (uint32_t i = 0; i < header->n_events; i++)
        print_event(header->launch_index, &header->events[i]);
    printf("%6" PRIu32 "  launch   %s\n", header->launch_index, header->kernel);
    return ferror(stdout) ? poise_fail(err, POISE_FAILED, "cannot write the buffer events") : TRACE_SCAN_STOP;
}

int cli_trace_buffers(const char *path, poise_error *err)
{
    warp_trace end;
    const int code = warp_trace_scan(path, print, NULL, &end, err);
    warp_trace_free(&end);
    return code;
}

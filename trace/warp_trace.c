#include "trace/format/header.h"
#include "trace/trace.h"

#include <stdlib.h>
#include <string.h>

void warp_trace_free(warp_trace *trace)
{
    trace_header_free(&trace->header);
    free(trace->first_word);
    free(trace->words);
    free(trace->page_address);
    memset(trace, 0, sizeof *trace);
}

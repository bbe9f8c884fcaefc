#include "sim_hooks/sched/sap.h"

#include <string.h>

void sap_reset(sap *s, uint32_t strides, uint32_t requests)
{
    *s = (sap){.strides = strides, .requests = requests};
}

/* The entry of the load, or the one to be replaced, emptied. */
static sap_stride *entry_of(sap *s, uint32_t pc)
{
    sap_stride *oldest = &s->stride[0];
    for (uint32_t i = 0; i < s->strides; i++) {
        sap_stride *e = &s->stride[i];
        if (e->used && e->pc == pc)
            return e;
        if (e->used < oldest->used)
            oldest = e;
    }
    oldest->used = 0;
    return oldest;
}

static int64_t exact_stride(const sap_stride *e, uint32_t warp, uint64_t address)
{
    int64_t bytes = (int64_t)(address - e->address), warps = (int64_t)warp - e->warp;
    return bytes % warps == 0 ? bytes / warps : 0;
}

int64_t sap_train(sap *s, uint32_t pc, uint32_t warp, uint64_t address)
{
    sap_stride *e = entry_of(s, pc);
    int64_t before = e->used ? e->stride : 0, stride = before;
    bool same = !e->used || e->warp == warp;
    if (!same)
        stride = exact_stride(e, warp, address);
    *e = (sap_stride){.address = address, .stride = stride, .used = ++s->clock, .pc = pc, .warp = warp};
    return !same && stride == before ? stride : 0;
}

bool sap_push(sap *s, const sap_request *request)
{
    if (s->waiting == s->requests)
        return false;
    s->request[s->waiting++] = *request;
    return true;
}

bool sap_front(sap *s, uint32_t *warp, uint64_t *address)
{
    sap_request *first = &s->request[0];
    while (s->waiting && !first->warps) {
        s->waiting--;
        memmove(first, first + 1, s->waiting * sizeof *first);
    }
    if (!s->waiting)
        return false;
    *warp = (uint32_t)__builtin_ctzll(first->warps);
    *address = first->address + (uint64_t)(((int64_t)*warp - first->warp) * first->stride);
    return true;
}

void sap_pop(sap *s)
{
    s->request[0].warps &= s->request[0].warps - 1;
}

void sap_warp_end(sap *s, uint32_t warp)
{
    for (uint32_t i = 0; i < s->waiting; i++)
        s->request[i].warps &= ~(UINT64_C(1) << warp);
}

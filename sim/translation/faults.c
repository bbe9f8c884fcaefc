/* How vm and tlb policies break their contracts, in sentences. */
#include "sim/translation/translation.h"

void pages_fail(page_tables *t, pages_fault fault, uint16_t app, uint64_t address, uint64_t frame)
{
    if (t->fault)
        return;
    t->fault = fault;
    t->app = app;
    t->address = address;
    t->frame = frame;
    contract_broken(&t->base->contract);
}

int pages_error(const page_tables *t, poise_error *err)
{
    const char *vm = t->choice->label;
    uint64_t bits = t->page_bits, page = t->address >> bits;
    switch (t->fault) {
    case PAGES_FAULTLESS: break;
    case PAGES_NO_PAGE:
        return poise_fail(err, POISE_FAILED,
                          "tlb policy %s asks for address %#llx, which is not that of a request",
                          t->tlb_label, (unsigned long long)t->address);
    case PAGES_WAIT:
        return poise_fail(
            err, POISE_FAILED,
            "vm policy %s lets page %#llx wait, which needs a tlb policy that walks page tables", vm,
            (unsigned long long)page);
    case PAGES_FRAME:
        return poise_fail(err, POISE_FAILED,
                          "vm policy %s puts page %#llx into frame %#llx; frame < %#llx must hold", vm,
                          (unsigned long long)page, (unsigned long long)t->frame,
                          (unsigned long long)(VM_PLACES_END >> bits));
    case PAGES_SIZE:
        return poise_fail(err, POISE_FAILED,
                          "vm policy %s makes page %#llx part of a page that it cannot be part of", vm,
                          (unsigned long long)page);
    case PAGES_TAKEN:
        return poise_fail(err, POISE_FAILED, "vm policy %s puts page %#llx where another lies", vm,
                          (unsigned long long)page);
    case PAGES_PRESENT:
        return poise_fail(err, POISE_FAILED,
                          "vm policy %s called present() for page %#llx, which no request waits for", vm,
                          (unsigned long long)page);
    case PAGES_STILL:
        return poise_fail(err, POISE_FAILED, "vm policy %s lets page %#llx wait after present()", vm,
                          (unsigned long long)page);
    case PAGES_COALESCE:
        return poise_fail(err, POISE_FAILED,
                          "vm policy %s coalesces the large page at %#llx, whose pages do not lie in a large "
                          "frame in order",
                          vm, (unsigned long long)t->address);
    case PAGES_SPLINTER:
        return poise_fail(err, POISE_FAILED,
                          "vm policy %s splinters the page at %#llx, which is no large page", vm,
                          (unsigned long long)t->address);
    case PAGES_CHANGE:
        return poise_fail(err, POISE_FAILED,
                          "vm policy %s moves or unmaps page %#llx, which has no place of its own", vm,
                          (unsigned long long)page);
    case PAGES_REFUSED:
        return poise_fail(err, POISE_FAILED,
                          "vm policy %s has no memory for the buffer of %llu bytes at %#llx of program %u",
                          vm, (unsigned long long)t->frame, (unsigned long long)t->address, t->app);
    case PAGES_TRANSFERS:
        return poise_fail(err, POISE_FAILED, "vm policy %s has too many transfers under way", vm);
    }
    return POISE_OK;
}

int translation_error(const translation *t, poise_error *err)
{
    const char *tlb = t->choice->label;
    switch (t->fault) {
    case TRANSLATION_FAULTLESS: break;
    case TRANSLATION_HANDLE:
        return poise_fail(err, POISE_FAILED, "tlb policy %s answered a request that it does not have", tlb);
    case TRANSLATION_ABSENT:
        return poise_fail(err, POISE_FAILED, "tlb policy %s answered for a page that is not in memory", tlb);
    case TRANSLATION_READ:
        return poise_fail(err, POISE_FAILED, "tlb policy %s has more than %d reads under way", tlb,
                          TLB_READS);
    case TRANSLATION_ADDRESS:
        return poise_fail(err, POISE_FAILED, "tlb policy %s reads above physical address %#llx", tlb,
                          (unsigned long long)TRANSLATION_READ_END);
    }
    return POISE_OK;
}

int translation_check_tlb(const translation *t, poise_error *err)
{
    const tlb_policy *p = t->tlb;
    const char *missing = !p->fill         ? "fill"
                          : !p->ask        ? "ask"
                          : !p->read_done  ? "read_done"
                          : !p->present    ? "present"
                          : !p->tick       ? "tick"
                          : !p->restart    ? "restart"
                          : !p->flush      ? "flush"
                          : !p->invalidate ? "invalidate"
                                           : NULL;
    bool only_looks_up = !p->fill && !p->ask && !p->read_done && !p->present && !p->tick && !p->restart &&
                         !p->flush && !p->invalidate;
    if (!p->look_up || !missing || only_looks_up)
        return POISE_OK;
    return poise_fail(err, POISE_USAGE, "tlb policy %s has look_up(), but not %s()", t->choice->label,
                      missing);
}

/* Where the pages of a trace lie. The simulator asks for pages of 2 MiB, those in which a trace is numbered,
 * when a launch begins, and knows only translations that cost nothing: policies that let requests wait are
 * refused (policies.c). */
#include "sim/contract.h"

int gpu_create_translation(gpu *g, poise_error *err)
{
    g->tlb = (const tlb_policy *)(const void *)g->tlb_choice.policy;
    g->vm = (const vm_policy *)(const void *)g->vm_choice.policy;
    int code = POISE_OK;
    if (g->tlb->create)
        code = g->tlb->create(&g->tlb_host, g->tlb_choice.options, &g->tlb_state, err);
    if (code == POISE_OK && g->vm->create)
        code = g->vm->create(&g->vm_host, g->vm_choice.options, &g->vm_state, err);
    return code ? code : contract_misuse_error(g, err);
}

void gpu_free_translation(gpu *g)
{
    if (g->tlb && g->tlb->destroy && g->tlb_state)
        g->tlb->destroy(g->tlb_state);
    if (g->vm && g->vm->destroy && g->vm_state)
        g->vm->destroy(g->vm_state);
}

int app_place_pages(sim_app *app, poise_error *err)
{
    const gpu *g = app->gpu;
    uint32_t n = app->trace->n_pages;
    uint64_t *frames = realloc(app->frame_address, (n ? n : 1) * sizeof *frames);
    if (!frames)
        return poise_fail(err, POISE_FAILED, "no memory for the places of %u pages", n);
    app->frame_address = frames;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t page = app->trace->page_address[i] >> TRACE_PAGE_SHIFT, frame = page;
        if (g->n_apps + g->n_cpus > 1 && page >> (VM_APP_SHIFT - TRACE_PAGE_SHIFT))
            return poise_fail(err, POISE_USAGE,
                              "kernel %s uses address %#llx: programs side by side need addresses below 2^%d",
                              app->trace->header.kernel, (unsigned long long)page << TRACE_PAGE_SHIFT,
                              VM_APP_SHIFT);
        if (g->vm->place(g->vm_state, (uint16_t)app->index, page, &frame, 0) != VM_PRESENT)
            return poise_fail(err, POISE_FAILED, "vm policy %s lets page %#llx wait, which is not simulated",
                              g->vm_choice.label, (unsigned long long)page);
        if (frame > UINT64_MAX >> TRACE_PAGE_SHIFT)
            return poise_fail(err, POISE_FAILED,
                              "vm policy %s puts page %#llx into frame %#llx; frame <= %#llx must hold",
                              g->vm_choice.label, (unsigned long long)page, (unsigned long long)frame,
                              (unsigned long long)(UINT64_MAX >> TRACE_PAGE_SHIFT));
        frames[i] = frame << TRACE_PAGE_SHIFT;
    }
    return contract_misuse_error(g, err);
}

#include "cli/compile/loads.h"

#include "infer/cost.h"
#include "infer/emit_loads.h"
#include "infer/load_blob.h"

#include <inttypes.h>
#include <stdio.h>

static int emit(const compile_loads_options *options, const poise_load_model *model,
                const poise_load_weights *weights, const poise_load_sweep *sweep, poise_error *err)
{
    switch (options->form) {
    case FORM_C: return poise_emit_loads_c(model, weights, false, options->output, err);
    case FORM_HEADER: return poise_emit_loads_c(model, weights, true, options->output, err);
    case FORM_BLOB: return poise_load_blob_write(weights, options->output, err);
    case FORM_VERILOG:
        return poise_emit_loads_verilog(model, weights, options->entries, options->output, err);
    default: return poise_emit_loads_json(model, weights, options->entries, sweep, options->output, err);
    }
}

static void report(const compile_loads_options *options, const poise_load_model *model,
                   const poise_load_weights *weights, const poise_load_sweep *sweep)
{
    printf("model                      %s, which loads may allocate\n", model->name);
    printf("weights                    %d bytes: %d of 32 bits, binary point %u\n",
           (POISE_LOAD_WEIGHT_BITS + 7) / 8, POISE_LOAD_FEATURES, weights->shift);
    const bool lines = poise_load_asks_for_lines(weights);
    const bool is_max = poise_load_asks_for_max(weights);
    printf("state per SM               %u bits: %u loads of %u (number 16, %s counters of 16; %stold to go "
           "around "
           "17)\n",
           poise_load_table_bits(weights, options->entries), options->entries, poise_load_entry_bits(weights),
           lines ? "six" : "four", is_max ? "at (max, max) 64; " : "");
    if (lines)
        printf("state per L1 line          %d bits: who has brought it, and that nobody has used it\n",
               POISE_LOAD_MARK_BITS);
    printf("arithmetic per decision    %d multiplications, %d divisions\n", POISE_LOAD_MULTIPLICATIONS,
           POISE_LOAD_DIVISIONS);
    printf("error of the sum           %.2e (proven bound %.2e, %.1e of the largest sum)\n", sweep->deviation,
           poise_load_bound(model, weights), poise_load_relative_bound(model, weights));
    printf("decisions unlike double    %" PRIu64 " of %" PRIu64 ", %" PRIu64 " of them beyond the bound\n",
           sweep->differing, sweep->vectors, sweep->unexplained);
}

int cli_compile_loads(const compile_loads_options *options, const char *path, poise_error *err)
{
    poise_load_model model;
    poise_load_weights weights;
    poise_load_sweep sweep;
    int code = poise_load_model_read(path, &model, err);
    if (code == POISE_OK)
        code = poise_quantise_loads(&model, POISE_ACCURACY_LOADS, &weights, err);
    if (code != POISE_OK)
        return code;
    poise_load_sweep_run(&model, &weights, options->sweep, &sweep);
    code = emit(options, &model, &weights, &sweep, err);
    if (code == POISE_OK)
        report(options, &model, &weights, &sweep);
    return code;
}

/* Weights for the engine from whatever file holds them. */
#ifndef POISE_INFER_LOAD_H
#define POISE_INFER_LOAD_H

#include "common/error.h"
#include "infer/poise_infer.h"
#include "infer/poise_loads.h"
#include "models/feature_names.h"

/* Reads a compiled blob (infer/blob.h) or a model file (models/model_file.h), which is then compiled. Free
 * with poise_weights_free() (quantise.h). A model of the views `sms` and `tokens` chooses no warp-tuple and
 * is refused. */
int poise_weights_load(const char *path, poise_weights *weights, poise_error *err);

/* The same for a model of this view, `sms` or `tokens` (infer/poise_shares.h), and for no other. */
int poise_share_weights_load(const char *path, model_view view, poise_weights *weights, poise_error *err);

/* The same for a model of loads: a compiled blob (infer/load_blob.h) or a model file (models/load_model.h).
 */
int poise_load_weights_load(const char *path, poise_load_weights *weights, poise_error *err);

#endif

/* What it costs that the engine sees windows of a kernel and not the whole kernel. */
#ifndef POISE_TRAIN_SAMPLE_ANALYSIS_H
#define POISE_TRAIN_SAMPLE_ANALYSIS_H

#include "train/analysis.h"

/* All variants are judged on the same kernels, those that engines sample: learned from and predicted with
 * features of whole kernels or sampled ones, and learned from all kernels or only these. `data` has features
 * of whole kernels, else POISE_USAGE; POISE_FAILED when no training kernel has been sampled. */
int train_analyse_samples(const dataset *data, const train_plan *plan, const train_folding *folding,
                          train_analysis_result *result, poise_error *err);

#endif

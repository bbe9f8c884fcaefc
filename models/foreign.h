/* Models in the files of LIBLINEAR and libsvm, one file for ln N and one for ln p.
 *
 * Features are numbered from 1 in the order of the feature vector. A written file gives, with
 * liblinear-predict or svm-predict, the logarithms that poise_model_link() gives; that of an rbf model for
 * features scaled as the model scales them. Numbers have 17 digits, also support vectors, which libsvm itself
 * writes with 8. */
#ifndef POISE_MODELS_FOREIGN_H
#define POISE_MODELS_FOREIGN_H

#include "models/model_file.h"

typedef enum model_foreign {
    MODEL_LIBLINEAR, /* not for rbf models */
    MODEL_LIBSVM,
    MODEL_FOREIGN_FORMATS
} model_foreign;

extern const char *const model_foreign_name[MODEL_FOREIGN_FORMATS];

/* Writes output `output` (0: ln N, 1: ln p); atomic. POISE_USAGE when the format does not know such models.
 */
int poise_model_export(const poise_model *model, int output, model_foreign format, const char *path,
                       poise_error *err);

/* Reads two regression models of either library, told by their content, into a model of the thesis' feature
 * vector: linear ones become kind linear; two with Gaussian kernels kind rbf, whose features are not scaled.
 * Neither library's own reader is used: they trust their input. Here it is not trusted: bounded, checked,
 * refused (POISE_DAMAGED) with file, line and reason; POISE_USAGE for one linear and one Gaussian model.
 * Name, recipe, max_warps (24) and least_p (1) are set, the hashes are empty. Free with poise_model_free().
 */
int poise_model_import(const char *for_n, const char *for_p, poise_model *model, poise_error *err);

#endif

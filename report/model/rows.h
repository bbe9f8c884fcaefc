/* What a report says of a model: how its tuples do, kernel by kernel, and what it learned. */
#ifndef POISE_REPORT_MODEL_ROWS_H
#define POISE_REPORT_MODEL_ROWS_H

#include "report/table/column.h"
#include "train/negbin/influence.h"
#include "train/relearn.h"
#include "train/validate/prediction.h"

/* How the predictions of the training kernels came about. */
typedef enum model_basis {
    MODEL_LEFT_OUT,  /* by models that were learned without the kernel's program: cross-validation */
    MODEL_FITTED,    /* by the model, which learned from them */
    MODEL_OTHER_DATA /* by the model, which was learned from another data set */
} model_basis;

typedef struct model_row {
    uint64_t number; /* from 1 */
    const char *program, *run, *kernel, *split;
    uint64_t launch, warps;
    report_tuple target,
        predicted; /* a predicted tuple that was not measured has the speedup of the nearest */
    report_tuple best, swl;
    double away; /* warps from the predicted tuple to the measured one, Euclidean; 0 = it was measured */
    double loss; /* 1 - S(predicted) / S(target) */
    double observed[MODEL_OUTPUTS]; /* targets of 24 warps */
    double fitted[MODEL_OUTPUTS];   /* what the model says, of 24 warps, neither rounded nor clamped */
    /* How much it decided the model; only where report.influence[output] */
    train_influence influence[MODEL_OUTPUTS];
    size_t series; /* which mark: place of its program in the report */
} model_row;

/* Rows that are judged together. */
typedef struct model_part {
    const char *name; /* of files: "training", "evaluation" */
    const char *title;
    const model_row *rows;
    size_t n;
    train_summary summary;
    bool *shown; /* of each program of the report, whether it has rows here */
} model_part;

enum { MODEL_PARTS = 2 };

typedef struct model_report {
    const poise_model *model;
    const dataset *data;   /* its training rows */
    const dataset *unseen; /* NULL, or the data set with its evaluation rows */
    const char *model_name, *data_name;
    model_basis basis;
    train_folding folding;  /* of the cross-validation */
    bool has_values;        /* its method has values that are set before learning */
    bool chosen_anew;       /* these values that are set before learning, in every fold */
    bool relearned;         /* its recipe, carried out on the data, gives this model */
    const char *why_not;    /* a clause, when it does not */
    train_outcome learned;  /* when relearned */
    poise_error fold_error; /* why a fold had no model; code 0 when all had one */
    size_t kernels_without; /* training kernels without a prediction for that reason */
    size_t n;
    model_row *rows;
    size_t n_series;
    const char **series; /* programs, in order of appearance */
    size_t n_parts;
    model_part part[MODEL_PARTS];
    bool influence[MODEL_OUTPUTS]; /* known */
    double spread[FEATURES_COUNT]; /* standard deviations of the features of the training rows */
} model_report;

typedef struct model_report_options {
    enum { MODEL_CV_AUTO, MODEL_CV_NEVER, MODEL_CV_ALWAYS } cross_validation; /* auto: where it is possible */
    train_folding folding;
    bool choose; /* values that are set before learning, anew in every fold */
} model_report_options;

/* Keeps pointers to everything. `data` has no evaluation rows, `unseen` (NULL = not looked at) has. Where the
 * model's training hash is that of the data, it is learned again: this gives standard errors, influences, and
 * the models of the cross-validation. POISE_USAGE when model and data do not fit, or a cross-validation is
 * wanted and not possible; POISE_FAILED when there is nothing to predict. Free with model_report_free(), also
 * after a failure. */
int model_report_make(model_report *report, const poise_model *model, const char *model_name,
                      const dataset *data, const dataset *unseen, const char *data_name,
                      const model_report_options *options, poise_error *err);
void model_report_free(model_report *report);

/* A line for each row of a part, or, when it is NULL, of all. */
report_table model_table(const model_report *report, const model_part *part);

/* Names of the outputs, "N" and "p", and of files, "n" and "p". */
extern const char *const model_output_name[MODEL_OUTPUTS], *const model_output_file[MODEL_OUTPUTS];

#endif

# Sourced by tests of reports of models: data.h5, a data set of six programs, one of them for evaluation, and negbin.model.
poise features --from csv "$POISE_ROOT/tests/cli/train/kernels.csv" -o data.h5 2>/dev/null || exit 99
poise train --ridge 0.1 --name small -o negbin.model data.h5 2>/dev/null || exit 99

# All methods side by side; the evaluation split only when --final asks for it.
set -e
poise features --from csv "$POISE_ROOT/tests/cli/train/kernels.csv" -o data.h5 2>messages
poise train --compare --criterion error --choose-folds kfold:2 data.h5
poise train --compare --criterion error --choose-folds kfold:2 --cv kfold:3 --final data.h5 | grep -c -e '^rbf, nu ' -e 'evaluation split'

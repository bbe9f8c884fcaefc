# Every method learns, the same model to the byte for any number of threads, and predicts.
# test: slow
set -e
poise features --from csv "$POISE_ROOT/tests/cli/train/kernels.csv" -o data.h5
learn() {
    name=$1
    shift
    poise train -j 1 -o one.model "$@" data.h5
    poise train -j 3 -o "$name.model" "$@" data.h5 2>messages
    cmp one.model "$name.model"
    poise predict "$name.model" data.h5 | grep '^kernels  '
}
learn constant -m constant
learn diagonal -m diagonal
learn negbin -m negbin --ridge cv
learn linear -m linear
learn linear_nu -m linear --loss nu --cost 1 --criterion error --choose-folds kfold:2
learn rbf -m rbf
learn rbf_nu -m rbf --loss nu --cost 1 --nu 0.5 --gamma 0.1 --summary
poise compile -o linear.c linear.model >messages
poise compile -o rbf.c rbf.model >messages

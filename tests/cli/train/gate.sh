set -e
poise features --from csv "$POISE_ROOT/tests/cli/train/kernels.csv" -o data.h5 2>messages
poise train --gate data.h5

# Groups of programs; the seed decides which.
set -e
poise features --from csv "$POISE_ROOT/tests/cli/train/kernels.csv" -o data.h5 2>messages
poise train -m linear --cost 1 --epsilon 0.1 --cv kfold:2 data.h5 | head -3
for seed in 1 1 2 3 4; do
    poise train -m linear --cost 1 --epsilon 0.1 --cv kfold:2 --seed $seed data.h5 | sha256sum
done | uniq | wc -l

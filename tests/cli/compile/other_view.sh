# Kernels whose features are not those of the model are refused, in both directions, before anything is written.
training=$POISE_ROOT/datasets/profiles/training.h5
poise features -o thesis.h5 "$training" 2>/dev/null
poise features --view logs -o logs.h5 "$training" 2>/dev/null
poise train -m choice --ridge 3 -o logs.model logs.h5 2>/dev/null
refused() {
    poise compile --sweep 0 --data "$1" -o x.bin "$2" || echo "exit code $?"
}
refused logs.h5 "$POISE_ROOT/models/thesis.model"
refused thesis.h5 logs.model
poise compile --sweep 0 --data logs.h5 -o logs.bin logs.model | tail -n 1
ls -- *.bin

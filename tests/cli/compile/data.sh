# Engine and double arithmetic on measured kernels: the same tuples for all of them; a data set that is none is refused.
poise features -o data.h5 "$POISE_ROOT/datasets/profiles/training.h5" 2>/dev/null
poise compile --sweep 1000 --data data.h5 -o thesis.bin "$POISE_ROOT/models/thesis.model" | tail -1
poise compile --sweep 1000 --data "$POISE_ROOT/models/thesis.model" -o other.bin "$POISE_ROOT/models/thesis.model"
code=$?
ls -- *.bin
exit $code

# From a profile to engines of other views, of which `bypass` looks at (max, 1) and `alone` at (max, max) only: the view goes along from the data set to the model and its compiled form,
# and what has another view is refused.
# test: slow
set -e
poise features --view bypass -o bypass.h5 --csv bypass.csv "$POISE_ROOT/datasets/profiles/training.h5" 2>/dev/null
poise features --view logs -o logs.h5 "$POISE_ROOT/datasets/profiles/training.h5" 2>/dev/null
poise features --view alone -o alone.h5 --csv alone.csv "$POISE_ROOT/datasets/profiles/training.h5" 2>/dev/null
poise features -o thesis.h5 "$POISE_ROOT/datasets/profiles/training.h5" 2>/dev/null
head -1 bypass.csv | cut -d, -f8-15
poise train -m choice --ridge 3 -o choice.model bypass.h5 2>/dev/null
poise train -m speed --ridge 1 --spread 0.3 -o speed.model bypass.h5 2>/dev/null
poise train -m choice --ridge 3 -o logs.model logs.h5 2>/dev/null
head -1 alone.csv | cut -d, -f8-15
poise train -m choice --features sampled --ridge 3 -o alone.model alone.h5 2>/dev/null
poise train -m choice --ridge 3 -o thesis.model thesis.h5 2>/dev/null
for model in choice speed logs alone; do
    case $model in logs | alone) data=$model.h5 ;; *) data=bypass.h5 ;; esac
    poise compile --sweep 10000 --data $data -o "$model.c" "$model.model" | grep -o '[0-9]* of them beyond the bound'
    echo 'int poise_model_self_test(void); int main(void) { return poise_model_self_test(); }' >main.c
    cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror -I"$POISE_ROOT/infer" -o self_test main.c "$model.c" \
        "$POISE_ROOT"/infer/poise_{infer,choice,views}.c
    ./self_test
    poise compile --sweep 0 -o "$model.bin" "$model.model" >/dev/null
    poise policies "poise:$model.bin" >/dev/null
done
set +e
poise policies poise:choice.bin:mode=shared:prior=1
echo "exit code $?"
poise policies poise:logs.bin:mode=shared:prior=1 >/dev/null
echo "exit code $?"
poise train --features sampled -m choice -o sampled.model logs.h5 2>/dev/null
echo "exit code $?"
poise predict choice.model thesis.h5
echo "exit code $?"
poise predict thesis.model bypass.h5
echo "exit code $?"
poise predict alone.model logs.h5
echo "exit code $?"
poise train --features sampled -m choice -o x.model bypass.h5
echo "exit code $?"
poise features --view bypass --from csv -o again.h5 --csv again.csv bypass.csv 2>/dev/null
cmp bypass.csv again.csv
poise features --view bypass --from svmlight -o x.h5 bypass
echo "exit code $?"
ls -- *.model

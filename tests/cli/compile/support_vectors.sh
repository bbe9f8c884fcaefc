# A model of support vectors: too many are refused, as is Verilog; the C file passes its self-test with the engine, the blob is
# a model for the simulator, and training keeps to a number of vectors.
poise features -o data.h5 "$POISE_ROOT/datasets/profiles/training.h5" 2>/dev/null
poise train -m rbf --cost 1 --epsilon 0.6 --gamma 0.1 -o rbf.model data.h5 2>/dev/null
poise compile --sweep 1000 --max-support 20 -o few.c rbf.model
echo "exit code $?"
poise compile --sweep 1000 -o rbf.v rbf.model
echo "exit code $?"
poise compile --sweep 1000 --accuracy 1e-6 -o rbf.c rbf.model
echo "exit code $?"
poise train -m rbf --cost 1 --epsilon 0.1 --gamma 0.1 --max-support 20 -o few.model data.h5
echo "exit code $?"
set -e
for form in c h bin json; do
    poise compile --sweep 1000 rbf.model -o "rbf.$form" >report
done
grep -o 'support vectors' report
[ "$(jq '.kernel.support | length' rbf.json)" = "$(grep -c '^support' rbf.model)" ]
poise policies poise:rbf.bin >/dev/null
echo 'int poise_model_self_test(void); int main(void) { return poise_model_self_test(); }' >main.c
cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror -I"$POISE_ROOT/infer" -o self_test main.c rbf.c \
    "$POISE_ROOT/infer/poise_infer.c" "$POISE_ROOT/infer/poise_kernel.c"
./self_test
ls -- *.model rbf.[bchj]*

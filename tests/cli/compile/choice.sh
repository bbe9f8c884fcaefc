# A choice among tuples: there is Verilog of it where it sees logarithms; the C file passes its self-test with the engine, the blob is a model for
# the simulator, and what it predicts is what the model file says.
poise features -o data.h5 "$POISE_ROOT/datasets/profiles/training.h5" 2>/dev/null
poise train -m choice --ridge 3 -o choice.model data.h5 2>/dev/null
poise compile --sweep 1000 -o choice.v choice.model
echo "exit code $?"
poise compile --sweep 1000 -o default.v "$POISE_ROOT/models/default.model" >report
grep -c '^module poise_engine\|POISE_TUPLES 54\|PREDICT_CYCLES 1003' default.v
poise model export -f liblinear -o exported choice.model
echo "exit code $?"
set -e
for form in c h bin json; do
    poise compile --sweep 100000 --data data.h5 choice.model -o "choice.$form" >report
done
grep -o '[0-9]* tuples of 8 x 32 bits\|[0-9]* of them beyond the bound' report
[ "$(jq '.choice.tuples | length' choice.json)" = "$(grep -c '^tuple' choice.model)" ]
poise policies poise:choice.bin >/dev/null
poise model info choice.model | grep kind
echo 'int poise_model_self_test(void); int main(void) { return poise_model_self_test(); }' >main.c
cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror -I"$POISE_ROOT/infer" -o self_test main.c choice.c \
    "$POISE_ROOT/infer/poise_infer.c" "$POISE_ROOT/infer/poise_choice.c"
./self_test
cc -std=c11 -Wall -Wextra -Werror -I"$POISE_ROOT/infer" -fsyntax-only -x c choice.h
ls -- choice.*

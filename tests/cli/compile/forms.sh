# Every form is written: the blob is a model for the simulator, the C file compiles with the engine and passes its
# self-test, the description is JSON. tests/oracle/infer simulates the Verilog.
set -e
for form in c h v bin json; do
    poise compile --sweep 1000 "$POISE_ROOT/models/thesis.model" -o "thesis.$form" >report
done
jq -e .model thesis.json >/dev/null
poise policies poise:thesis.bin >/dev/null
echo 'int poise_model_self_test(void); int main(void) { return poise_model_self_test(); }' >main.c
cc -std=c11 -I"$POISE_ROOT/infer" -o self_test main.c thesis.c "$POISE_ROOT/infer/poise_infer.c"
./self_test
grep -c "^module poise_\(engine\|hie\) " thesis.v
ls -- *.bin *.c *.h *.json *.v

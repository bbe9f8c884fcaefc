# A model of loads: the C file passes its self-test with the engine, and the blob is as long as
# infer/load_blob.h says. tests/oracle/infer simulates the Verilog.
cat >loads.model <<'END'
poise-model 1
kind = loads
name = by hand
recipe = what hits with one warp
training_hash =
config_hash =
# a load allocates where the sum of weight x feature is at least 0
weight.h_one = 4
weight.m_one = 0.5
weight.h_max = -0.25
weight.m_max = 0
weight.log2_lines = -0.1
weight.unkept_log2_lines = -0.6
weight.wasted_one = -0.125
weight.constant = -1
checksum = 2d58939ddc9b152aa90400e45d20b019
END
poise compile --sweep 1000 --data data.h5 -o loads.c loads.model
echo "exit code $?"
poise predict loads.model data.h5
echo "exit code $?"
set -e
poise model info loads.model
poise compile --sweep 200000 --table 8 -o loads.bin loads.model
for form in c h v json; do
    poise compile --sweep 1000 loads.model -o "loads.$form" >report
done
grep 'per SM' report
wc -c <loads.bin
jq -c '[.fraction_bits, .table_bits_per_sm, .sweep_unexplained, (.features | map(.weight_bits))]' loads.json
echo 'int poise_model_loads_self_test(void); int main(void) { return poise_model_loads_self_test(); }' >main.c
strict=(cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror "-I$POISE_ROOT/infer")
engine=("$POISE_ROOT"/infer/poise_{infer,views,loads}.c)
"${strict[@]}" -o self_test main.c loads.c "${engine[@]}"
./self_test
echo '#include "loads.h"
int main(void) { return poise_model_loads_self_test(); }' >main.c
"${strict[@]}" -I. -o self_test main.c "${engine[@]}"
./self_test

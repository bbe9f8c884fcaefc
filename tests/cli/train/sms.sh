# p of SMS, learned: from the JSON of a sweep to a table, a data set, a model, integers, and a controller whose p follows its windows, the same with any
# number of threads. Windows alone change nothing. Wrong tables and models are refused.
set -e
export POISE_PROGRESS=never
small() { poise sim --set sms=2,channels=2,l2_banks=4,mix_cycles=60000 --cpu "$POISE_ROOT/datasets/cpu/perl.cpu,$POISE_ROOT/datasets/cpu/gzip.cpu" \
    "$@" "$POISE_ROOT/fuzz/corpus/trace/small.wtr" 2>/dev/null; }
# A row for each mix and p; the best p of a mix is the target of all of its rows, and p = 1 is what speedups are over.
cat >sweep.json <<'END'
{"results": [
{"mix": "A", "policy": "p_20", "cpu_weighted_speedup": 3, "gpu_speedup": 1, "figures": {}},
{"mix": "A", "policy": "p_0", "cpu_weighted_speedup": 4.5, "gpu_speedup": 0.5, "figures": {}},
{"mix": "A", "policy": "dynamic", "cpu_weighted_speedup": 9, "gpu_speedup": 1, "figures": {}},
{"mix": "B", "policy": "p_0", "cpu_weighted_speedup": 1, "gpu_speedup": 1, "figures": {}},
{"mix": "B", "policy": "p_20", "cpu_weighted_speedup": 3.5, "gpu_speedup": 0.5, "figures": {}}]}
END
names='["gpu_requests", "gpu_in_flight", "row_hits", "load", "candidates", "low_cores", "high_cores"]'
jq ".results[].figures = ($names | to_entries | map({key: (\"dram_window_\" + .value), value: {value: ((.key + 1) / 16)}}) | from_entries)" sweep.json >told.json
jq -L "$POISE_ROOT/datasets" -r --argjson weight 1 -f "$POISE_ROOT/datasets/dram_windows.jq" told.json
# A table in which p = 0.2 is best where most requests are the GPU's, p = 0.9 where few are.
{
    echo program,warps,target_n,target_p,target_speedup,gpu_requests,gpu_in_flight,row_hits,load,candidates,low_cores,high_cores,speedup_20_0,speedup_20_4,speedup_20_8,speedup_20_12,speedup_20_16,speedup_20_18
    for share in 0.1 0.2 0.3 0.4 0.45 0.55 0.6 0.7 0.8 0.9; do
        awk -v x=$share 'BEGIN { printf "m%d,20,20,%d,1.2,%g,0.5,%g,%g,0.1,0.25,%g,1,%g,1,1,1,%g\n",
            100 * x, (x > 0.5) ? 4 : 18, x, x * x, x * x * x, 1 - x, (x > 0.5) ? 1.2 : 0.9, (x > 0.5) ? 0.9 : 1.2 }'
    done
} >table.csv
poise features --from csv --view sms -o data.h5 table.csv
poise train -m choice --ridge 0.01 --name small -o p.model data.h5
poise compile --data data.h5 -o p.bin p.model
poise predict --split training p.model data.h5 | awk '$1 ~ /^m[0-9]/ { print $1, $5 }'
# p is learned; the model file and its integers say the same, and so do all numbers of threads.
small -s gto+dram:sms:model=p.model >model.txt
for threads in 1 2 4; do small -t "$threads" -s gto+dram:sms:model=p.bin | cmp - model.txt; done
grep -E '^dram\.(windows|p|window_p) ' model.txt || grep -E 'window' model.txt
# Windows tell, and change nothing else.
small -s gto+dram:sms | grep -v '^dram\.' >plain.txt
small -s gto+dram:sms:window=10000 >windows.txt
grep -v '^dram\.' windows.txt | cmp - plain.txt && echo "windows: same cycles"
# What is refused.
try() { "$@" 2>&1 >/dev/null | sed 's/: *[^ ]*thesis.model/: thesis.model/'; echo "exit ${PIPESTATUS[0]}"; }
try poise sim -s gto+dram:sms:model=none.model "$POISE_ROOT/fuzz/corpus/trace/small.wtr"
try poise sim -s "gto+dram:sms:model=$POISE_ROOT/models/thesis.model" "$POISE_ROOT/fuzz/corpus/trace/small.wtr"
try poise sim -s gto+dram:sms:model=table.csv "$POISE_ROOT/fuzz/corpus/trace/small.wtr"
try poise sim -s gto+dram:sms:model=p.bin:interval=1000 "$POISE_ROOT/fuzz/corpus/trace/small.wtr"
try poise sim -s poise:p.model "$POISE_ROOT/fuzz/corpus/trace/small.wtr"
try poise compile -o p.v p.model
try poise features --view sms -o x.h5 "$POISE_ROOT/datasets/profiles/training.h5"
sed 's/speedup_20_18/speedup_18_20/' table.csv >turned.csv
try poise features --from csv --view sms -o x.h5 turned.csv
sed 's/speedup_20_18/speedup_20_20/' table.csv >whole.csv
try poise features --from csv --view sms -o x.h5 whole.csv
sed 's/speedup_20_18/speedup_20_16/' table.csv >twice.csv
try poise features --from csv --view sms -o x.h5 twice.csv

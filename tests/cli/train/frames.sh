# What a walk is worth to Mosaic, learned: from the JSON of a sweep to a table, a data set, a model, integers, and large pages that are gathered by them, the same
# with any number of threads. To watch a program changes nothing. Wrong models and options are refused.
set -e
export POISE_PROGRESS=never
mkdir one
poise trace make random --blocks 32 --iterations 256 --footprint 64000 -o one/a.wtr
run() { poise sim -c mosaic --set sms=4,channels=2,l2_banks=4 --tlb shared_tlb:l1=8:l1_large=16:l2=16 "$@" one 2>/dev/null; }
memory=mosaic:memory=64:paging=none:fragmentation=100:occupancy=10:compaction=ideal:window=2000
# A row for each setting and worth of a run; both settings of a run are one program.
cat >sweep.json <<'END'
{"results": [
{"mix": "R", "policy": "worth_0", "weighted_speedup": 2, "figures": {}},
{"mix": "R", "policy": "worth_100", "weighted_speedup": 1, "figures": {}},
{"mix": "R", "policy": "source", "weighted_speedup": 9, "figures": {}}]}
END
names='["misses", "walks_of_misses", "waiting", "walks_of_cycles", "focus", "large_walks", "wait"]'
jq ".results[].figures = ($names | to_entries | map({key: (\"vm_window_\" + .value), value: {value: ((.key + 1) / 16)}}) | from_entries)" sweep.json >told.json
jq '.results[1].weighted_speedup = 4' told.json >other.json
jq -L "$POISE_ROOT/datasets" -r -s -f "$POISE_ROOT/datasets/promotion_windows.jq" told.json other.json
# A table in which walks are worth most where most look-ups walk, nothing where few do.
{
    echo program,warps,target_n,target_p,target_speedup,misses,walks_of_misses,waiting,walks_of_cycles,focus,large_walks,wait,speedup_20_0,speedup_20_4,speedup_20_8,speedup_20_12,speedup_20_16
    for share in 0.1 0.2 0.3 0.4 0.45 0.55 0.6 0.7 0.8 0.9; do
        awk -v x=$share 'BEGIN { printf "m%d,20,20,%d,1.2,%g,%g,%g,0.1,%g,0.25,0.5,%g,1,1,1,%g\n",
            100 * x, (x > 0.5) ? 16 : 0, 1 - x * x, x, x * x * x, x * x, (x > 0.5) ? 0.9 : 1.2, (x > 0.5) ? 1.2 : 0.9 }'
    done
} >table.csv
poise features --from csv --view frames -o data.h5 table.csv
poise train -m choice --ridge 0.01 --name small -o w.model data.h5
poise compile --data data.h5 -o w.bin w.model | head -n 2
poise predict --split training w.model data.h5 | awk '$1 ~ /^m[0-9]/ { print $1, $5 }'
# Walks are worth what the model says: the model file and its integers say the same, and so do all numbers of threads.
run --vm $memory:model=w.model >model.txt
for threads in 1 2 4; do run -t "$threads" --vm $memory:model=w.bin | cmp - model.txt; done
run --vm $memory:worth=0 >never.txt
grep -h '^vm.gathered' model.txt never.txt
awk '/^cycles/ { c[FILENAME] = $3 } END { print (c["model.txt"] < c["never.txt"]) ? "faster" : "slower" }' model.txt never.txt
# To watch changes nothing.
run --vm $memory:worth=0:watch=0 >watched.txt
grep -v '^vm.window' watched.txt | cmp - never.txt && grep -c '^vm.window' watched.txt
# What is refused.
try() { "$@" 2>&1 >/dev/null | sed 's/: *[^ ]*thesis.model/: thesis.model/'; echo "exit ${PIPESTATUS[0]}"; }
try poise sim --tlb shared_tlb --vm mosaic:model=none.model one
try poise sim --tlb shared_tlb --vm "mosaic:model=$POISE_ROOT/models/thesis.model" one
try poise sim --tlb shared_tlb --vm mosaic:model=w.bin:worth=3 one
try poise sim --tlb shared_tlb --vm mosaic:worth=3:channels=2 one
try poise sim --tlb mask:model=w.bin one
try poise features --view frames -o x.h5 "$POISE_ROOT/datasets/profiles/training.h5"

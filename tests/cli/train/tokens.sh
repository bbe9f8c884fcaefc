# Tokens of MASK, learned: from the JSON of a sweep to a table, a data set, a model, integers, and TLBs whose tokens follow their epochs, the same with any
# number of threads. To watch a program changes nothing. Wrong models and options are refused.
set -e
export POISE_PROGRESS=never
mkdir one other
poise trace make random --blocks 32 --iterations 32 --footprint 12800 -o one/a.wtr
poise trace make random --blocks 32 --iterations 32 --footprint 64000 --seed 2 -o other/b.wtr
pair() { poise sim -c mask --set sms=4,channels=2,l2_banks=4,mix_cycles=30000 --app one@1 --app other@3 "$@" 2>/dev/null; }
# A row for each program that was watched and share of its warps; the best share of a program in a pair is the target of all of its rows.
cat >sweep.json <<'END'
{"results": [
{"mix": "P", "policy": "first_100", "weighted_speedup": 2, "figures": {}},
{"mix": "P", "policy": "first_10", "weighted_speedup": 2.5, "figures": {}},
{"mix": "P", "policy": "both_10", "weighted_speedup": 9, "figures": {}},
{"mix": "P", "policy": "second_10", "weighted_speedup": 1, "figures": {}},
{"mix": "P", "policy": "second_100", "weighted_speedup": 4, "figures": {}}]}
END
names='["l1_tlb_misses", "l1_tlb_pages", "l2_tlb_misses", "bypass_tlb_hits", "own_look_ups", "others_misses", "walks"]'
jq ".results[].figures = ($names | to_entries | map({key: (\"tlb_window_\" + .value), value: {value: ((.key + 1) / 16)}}) | from_entries)" sweep.json >told.json
jq -L "$POISE_ROOT/datasets" -r -s -f "$POISE_ROOT/datasets/token_windows.jq" told.json
# A table in which 10 % are best where most look-ups are the program's own, 80 % where few are.
{
    echo program,warps,target_n,target_p,target_speedup,l1_tlb_misses,l1_tlb_pages,l2_tlb_misses,bypass_tlb_hits,own_look_ups,others_misses,walks,speedup_20_2,speedup_20_4,speedup_20_8,speedup_20_12,speedup_20_16
    for share in 0.1 0.2 0.3 0.4 0.45 0.55 0.6 0.7 0.8 0.9; do
        awk -v x=$share 'BEGIN { printf "m%d,20,20,%d,1.2,%g,0.5,%g,0.1,%g,0.25,0.5,%g,1,1,1,%g\n",
            100 * x, (x > 0.5) ? 2 : 16, 1 - x * x, x * x * x, x, (x > 0.5) ? 1.2 : 0.9, (x > 0.5) ? 0.9 : 1.2 }'
    done
} >table.csv
poise features --from csv --view tokens -o data.h5 table.csv
poise train -m choice --ridge 0.01 --name small -o p.model data.h5
poise compile --data data.h5 -o p.bin p.model | head -n 2
poise predict --split training p.model data.h5 | awk '$1 ~ /^m[0-9]/ { print $1, $5 }'
# Tokens are learned; the model file and its integers say the same, and so do all numbers of threads.
pair -s tlb:mask:epoch=5000:model=p.model >model.txt
for threads in 1 2 4; do pair -t "$threads" -s tlb:mask:epoch=5000:model=p.bin | cmp - model.txt; done
pair -s tlb:mask:epoch=5000:shares=40 >shares.txt
grep -h '^machine.tlb.tokens' model.txt shares.txt
cmp -s model.txt shares.txt || echo "other tokens"
# To watch changes nothing.
pair -s tlb:mask:epoch=5000 | grep -v '^machine\.tlb\.' >plain.txt
pair -s tlb:mask:epoch=5000:watch=1 >watched.txt
grep -v '^machine\.tlb\.' watched.txt | cmp - plain.txt && grep -c '^machine.tlb.window' watched.txt
# What is refused.
try() { "$@" 2>&1 >/dev/null | sed 's/: *[^ ]*thesis.model/: thesis.model/'; echo "exit ${PIPESTATUS[0]}"; }
try poise sim -s tlb:mask:model=none.model one
try poise sim -s "tlb:mask:model=$POISE_ROOT/models/thesis.model" one
try poise sim -s tlb:mask:model=p.bin:shares=10 one
try poise sim -s tlb:mask:shares=10/x one
try poise sim -s dram:sms:model=p.bin one
try poise sim -s poise:p.model one
try poise compile -o p.v p.model
try poise features --view tokens -o x.h5 "$POISE_ROOT/datasets/profiles/training.h5"

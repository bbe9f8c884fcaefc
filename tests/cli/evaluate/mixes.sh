# Policies x mixes: given SMs, the oracle, a file of mixes, what cannot be.
trace=$POISE_ROOT/fuzz/corpus/trace/small.wtr
mkdir a b && cp "$trace" a && cp "$trace" b
run() { poise evaluate --progress never --set sms=6 -s gto,lrr "$@"; }
run --mix "pair=a+b@2" --mix "three=a+b+a@1" --csv mixes.csv --json mixes.json >table 2>said || cat said
sed 's/with [0-9]* threads*/with N threads/' said
grep -A4 '^SMs' table
cut -d, -f1-7 mixes.csv
# The table, CSV and JSON say the same; weighted speedup is what it is defined as.
awk '$1 == "pair" { print $2, $3; exit }' table >shown
jq -r '[.results[] | select(.mix == "pair") | .weighted_speedup * 1000 | round / 1000] | map(tostring) | join(" ")' mixes.json |
    awk '{ printf "%.3f %.3f\n", $1, $2 }' | cmp - shown
jq '[.results[] | .weighted_speedup - ([.programs[] | .ipc / .ipc_alone] | add)] | map(fabs < 1e-9) | all' mixes.json
jq '[.results[] | .unfairness >= 1 and .maximum_slowdown >= 1 / .harmonic_speedup] | all' mixes.json
# As many jobs as one likes; a file of mixes.
printf '# two\npair = a + b@2\n\n  three = a+b+a@1 # of which one has an SM\n' >mixes.txt
run --mixes mixes.txt -j 3 --csv again.csv >/dev/null 2>&1
cmp mixes.csv again.csv
# The oracle tries every split and is not worse than any.
run --mix pair=a+b --partition best --step 1 --json best.json 2>/dev/null | tail -n 5
for split in 1 2 3 4 5; do run --mix "pair=a@$split+b" --json "$split.json" >/dev/null 2>&1; done
jq -s '.[0].results as $best | [.[1:][] | .results | to_entries[] | $best[.key].weighted_speedup >= .value.weighted_speedup] | all' best.json [1-5].json
jq -c '.partition, [.results[].splits_tried]' best.json
try()
{
    run "$@" 2>&1 >/dev/null | sed 's/^poise evaluate: //'
    echo "exit ${PIPESTATUS[0]}"
}
# A scheme changes the mix, not what the programs do alone.
poise evaluate --set sms=6 -s gto,walks=ccws+tlb:shared_tlb --mix pair=a+b@2 --alone gto -o walks.h5 --json walks.json >/dev/null 2>&1
jq -c "[.results[] | [.programs[].ipc_alone]] | .[0] == .[1]" walks.json
jq -c "[.results[].weighted_speedup] | .[0] > .[1]" walks.json
# What policies tell: schedulers of their programs, others of all of them.
jq -c '.results[] | [.policy, (.figures | keys[0:2]), [.programs[].figures | keys[0]]]' walks.json
jq '.results[1].figures | map(.value) | add > 0' walks.json
# One program is measured as the others are.
poise evaluate --set sms=6,mix_cycles=20000 -s gto --mix one=a --json one.json >/dev/null 2>&1
jq -c "[.results[0].weighted_speedup, .results[0].unfairness] == [1, 1]" one.json
try --mix pair=
try --mix a+b
try --mix x=a+b --mix x=b+a
try --mix x=a@4+b@3
try --mix x=a@4+b --partition best
try --mix x=a+b --shard 1/2
try --mix x=a+b a
try --mix x=a+b -s gto,swl
try --mix x=a+missing
try --mix x=a+cpu:missing.cpu
try --mix x=a+b --alone gto,lrr
try --mix x=a+b --alone swl
try --mix x=a+b+a+b --partition best --step 2
printf 'x a+b\n' >wrong.txt
try --mixes wrong.txt
: >none.txt
try --mixes none.txt

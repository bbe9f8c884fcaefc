# --grid adaptive: the profile has the same bytes for any number of threads, after kills, and from shards; and everything
# that reads profiles takes it.
# test: slow
. "$POISE_ROOT/tests/cli/profile/sweep.bash"
adaptive() { sweep --grid adaptive "$@" 2>/dev/null; }
adaptive -j 1 -o one.h5 || exit 1
adaptive -j 3 -o three.h5 || exit 1
cmp one.h5 three.h5 && echo "same with three threads"

for pause in 0.01 0.03 0.05 0.1 0.2; do
    "${command[@]}" --grid adaptive -j 2 -o killed traces/* >/dev/null 2>&1 & # no function: its shell would be killed instead
    sleep "$pause"
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null
done
adaptive -j 2 -o killed || exit 1
cmp one.h5 killed/profile.h5 && echo "same after kills"

adaptive -o shards --shard 2/2 && adaptive -o shards --shard 1/2 && adaptive -o shards --collect || exit 1
cmp one.h5 shards/profile.h5 && echo "same from shards"

sweep -o shards --grid coarse 2>&1 | sed 's/: choose.*//'

sweep --grid full -o full.h5 2>/dev/null || exit 1
poise profile --replay full.h5 >replay || exit 1
awk '$NF == "yes" || $NF == "no" { print $7 }' replay >targets
poise features --no-filter one.h5 -o dataset.h5 --csv rows.csv 2>/dev/null || exit 1
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    { printf "{%d,%d}\n", $column["target_n"], $column["target_p"] }' rows.csv | cmp - targets && echo "targets as replayed"
poise train -m negbin --ridge 1 -o x.model dataset.h5 >/dev/null 2>&1
echo "train: $?"
poise predict --split training x.model dataset.h5 >/dev/null 2>&1
echo "predict: $?"
poise evaluate -c demo-8sm --set sms=2 -s gto,swl,static_best --metrics speedup --profile one.h5 traces/* >/dev/null 2>&1
echo "evaluate: $?"

# The tables of docs/RESULTS.md, CACHES.md, BANDWIDTH.md, DRAM.md, TRANSLATION.md, MOSAIC.md and PAGING.md are those of the results that are shipped; other results make others. What 'make reproduce' leaves is
# brought into that form: named columns, six digits. A table that nobody knows is an error.
# test: slow
tool=$POISE_ROOT/datasets/results.sh
document=$POISE_ROOT/docs/RESULTS.md
"$tool" fill "$document" | diff "$document" - && echo "up to date"
for name in CACHES BANDWIDTH DRAM TRANSLATION MOSAIC PAGING; do
    "$tool" fill "$POISE_ROOT/docs/$name.md" | diff "$POISE_ROOT/docs/$name.md" - && echo "up to date"
done
cp -r "$POISE_ROOT/datasets/results" other
sed -i 's/^speedup swl,.*/speedup swl,1.999,5.8/' other/thesis.csv
"$tool" fill "$document" other | diff "$document" - | grep '^> ' | cut -d'|' -f2,3
# No rule is learned from runs of memory, and one that nobody has simulated is an error.
memory=$(awk '$2 == "memory" { print $1 }' "$POISE_ROOT/datasets/manifest")
awk -F, -v OFS=, -v memory=" $(echo $memory) " 'index(memory, " " $1 " ") && $2 == "t40" { $4 = 2 } { print }' \
    "$POISE_ROOT/datasets/results/caches_bounds.csv" >other/caches_bounds.csv
"$tool" fill "$POISE_ROOT/docs/CACHES.md" other | awk -F'|' 'NF == 7 && $2 ~ /of `memory`/ { print $3, $5, $6 }'
sed -i '/^spmv_banded_20,l0_7,/d' other/caches_rules_training.csv
"$tool" fill "$POISE_ROOT/docs/CACHES.md" other >/dev/null
mkdir parts
printf 'policy,extra,program,speedup\ngto,1,p,1.23456789\n' >parts/policies.csv
printf 'policy,program,extra,speedup,row_hit_rate\nwip,p,1,2,0.5\n' >parts/caches_memory.csv
printf 'machine,program,cycles\nrt,p,5\n' >parts/cooperation_machines.csv
"$tool" keep parts kept
cat kept/policies.csv kept/caches_memory.csv kept/cooperation_machines.csv
printf '<!-- table nothing -->\n<!-- end -->\n' >bad.md
"$tool" fill bad.md

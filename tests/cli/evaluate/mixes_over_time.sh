# What programs and CPU cores of a mix do over time is kept on request: in the results, in JSON and in the report, the same bytes from
# shards and after kills; nothing else changes by it, and runs that were made without it are not taken for it.
# test: slow
mkdir -p traces/s && poise trace make stream --blocks 64 --iterations 4 -o traces/s/0.wtr >/dev/null 2>&1 || exit 99
command=(poise evaluate --progress never -c demo-8sm --set "sms=4,max_cycles=20000" -s "gto,both=dram:sms+tlb:shared_tlb"
    --mix "two=traces/s+traces/s" --mix "beside=traces/s+cpu:$POISE_ROOT/datasets/cpu/xz.cpu+cpu:$POISE_ROOT/datasets/cpu/perl.cpu")
"${command[@]}" -o plain.h5 --csv plain.csv --json plain.json >plain.txt 2>/dev/null
"${command[@]}" -o watched.h5 --over-time 1000 --csv watched.csv --json watched.json 2>/dev/null | cmp - plain.txt && echo "table: same"
cmp plain.csv watched.csv && echo "CSV: same"
jq -c 'del(.results[].course)' watched.json | cmp - <(jq -c . plain.json) && echo "JSON: the same but for it"
"${command[@]}" -o again.h5 --over-time 1000 -j 1 >/dev/null 2>&1
cmp watched.h5 again.h5 && echo "again: same"
jq -r '.results[] | .mix + " " + .policy + ": " + ([.course[] | .place + " " + .name] | join(", "))' watched.json
jq -c '[.results[].course[] | select(.name == "dram_queue").points[][1] + 0 | . >= 0] | all' watched.json
# Runs alone are those without it, mixes are not.
"${command[@]}" -o half.h5 --shard 1/1 >/dev/null 2>&1
"${command[@]}" -o half.h5 --over-time 1000 2>&1 >/dev/null | grep -o '[0-9]* of [0-9]* runs are done[^,]*\|[0-9]* are left'
cmp half.h5 watched.h5 && echo "without it, not kept for it: same"
"${command[@]}" -o shared.h5 --over-time 1000 --shard 2/2 >/dev/null 2>&1
for kill in 1 2 3 4; do
    "${command[@]}" -o shared.h5 --over-time 1000 --shard 1/2 -j 1 >/dev/null 2>&1 &
    sleep "0.$((RANDOM % 3))$kill"
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null
done
"${command[@]}" -o shared.h5 --over-time 1000 >/dev/null 2>&1
cmp shared.h5 watched.h5 && echo "shared and killed: same"
# The report: figures, a table and a link.
poise report watched.h5 -o watched.html && xmllint --noout watched.html
grep -c '<h2>Over time' watched.html plain.txt
poise report plain.h5 --format html | grep -c '<h2>Over time\|>Over time as CSV'
poise report watched.h5 -o figures/ 2>/dev/null
ls figures | grep '^slowdown\|^time'
xmllint --noout figures/*.svg
poise report watched.h5 --format md | sed -n '/^## Over time/,$p' | grep -c '^| \(two\|beside\) '
poise report watched.h5 --format md | sed '/^## Over time/,$d' | sed '$d' | sed 's/watched/plain/' >without.md
poise report plain.h5 --format md | cmp - without.md && echo "Markdown: the same but for it"
grep -o 'href="data:text/csv[^"]*' watched.html | head -n 1 | sed 's/.*,mix/mix/; s/%0[Aa].*//; s/%2[Cc]/,/g' | cut -c 1-60

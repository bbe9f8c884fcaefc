# --loads: which loads had better allocate nothing. Two shares, and a sweep that was killed, give the bytes of an undisturbed one;
# evaluate finds the best schedule in the profile.
# test: slow
poise capture -o traces/spmv -- "$POISE_BUILD/datasets/spmv" --input uniform --size 3072 --degree 8 >/dev/null 2>&1 || exit 99
command=(poise profile --progress never -c demo-8sm --set sms=2 --grid coarse --loads adaptive)
"${command[@]}" -j 1 -o whole.h5 traces/* 2>log || { cat log; exit 1; }
grep -o 'at most' log | head -1
for attempt in 1 2 3; do
    "${command[@]}" -j 2 -o sweep traces/* >/dev/null 2>&1 &
    sleep "0.$attempt"
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null
done
"${command[@]}" -j 2 -o sweep traces/* 2>/dev/null || exit 1
cmp whole.h5 sweep/profile.h5 && echo "the same after kills"
"${command[@]}" -o shares --shard 2/2 traces/* 2>/dev/null && "${command[@]}" -o shares --shard 1/2 traces/* 2>/dev/null || exit 1
"${command[@]}" -o shares --collect traces/* 2>/dev/null && cmp whole.h5 shares/profile.h5 && echo "the same of two shares"
h5dump -a /options whole.h5 | grep -o 'loads = [a-z]*'
poise evaluate --progress never -c demo-8sm --set sms=2 -s gto,static_best,static_best_plus --profile whole.h5 --json out.json traces/* >/dev/null 2>&1 || exit 1
jq -r "[.. | objects | select(has(\"schedule\")) | .schedule] | .[]" out.json | grep -c "^tuple:.*loads="
poise report --format html -o out.html whole.h5 2>/dev/null && grep -o 'Fastest schedule beyond the tuple' out.html
grep -o '<code>[^<]*</code>' out.html | sort -u

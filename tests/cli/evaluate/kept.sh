# Runs that are done are kept: an evaluation that is killed at random moments, or divided among processes, gives the same bytes.
# test: slow
for program in atax bicg; do
    poise capture -o traces/$program -- "$POISE_BUILD/datasets/$program" --size 1536 --cols 24 >/dev/null 2>&1 || exit 99
done
command=(poise evaluate --progress never -c demo-8sm --set sms=2 -s "gto,swl,pcal_swl,tuple:3:2" -m speedup)
"${command[@]}" -j 1 -o undisturbed.h5 --csv undisturbed.csv traces/* >undisturbed.txt 2>/dev/null || exit 99
kills=0 most=0
while [ "$kills" -lt 25 ]; do
    "${command[@]}" -j 2 -o killed.h5 traces/* >/dev/null 2>&1 & # no function: its shell would be killed instead
    sleep "0.$((RANDOM % 4))$((RANDOM % 10))"
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null
    kills=$((kills + 1))
    if [ -e killed.h5 ]; then # it was faster, and may have begun to remove what it had kept: from the start
        rm -rf killed.h5 killed.h5.parts
        most=0
        continue
    fi
    parts=$(find killed.h5.parts -name '*.h5' 2>/dev/null | wc -l)
    [ "$parts" -ge "$most" ] || [ "$parts" -eq 0 ] || echo "a run is lost: $parts of $most are left"
    most=$parts
done
"${command[@]}" -j 2 -o killed.h5 traces/* 2>/dev/null | cmp - undisturbed.txt && cmp killed.h5 undisturbed.h5 && echo "killed: same"
for share in 3/3 1/3 2/3; do
    "${command[@]}" -o shared.h5 --shard $share traces/* 2>&1 | sed 's/[0-9]* of all/some of all/; s/with [0-9]* threads*/with N threads/; s/([0-9.e+]* warp/(N warp/'
done
"${command[@]}" -o shared.h5 traces/* 2>/dev/null | cmp - undisturbed.txt && cmp shared.h5 undisturbed.h5 && echo "shared: same"
poise report undisturbed.h5 --format csv | cmp - undisturbed.csv && echo "CSV: same"
ls

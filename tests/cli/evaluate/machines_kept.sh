# Several machines: killed at random moments, divided among processes or run by Slurm the results have the same bytes; a damaged part is
# simulated again, a damaged file refused.
# test: slow
for program in atax bicg; do
    poise capture -o traces/$program -- "$POISE_BUILD/datasets/$program" --size 1536 --cols 24 >/dev/null 2>&1 || exit 99
done
command=(poise evaluate --progress never -c demo-8sm --set "sms=2,warps=16" -s "gto,pcal_swl,tuple:3:2" -m speedup --stalls
    --machine base= --machine l2x4=scale:l2=4 --machine few=warps=8)
evaluate() {
    "${command[@]}" "$@" traces/*
}
evaluate -j 1 -o undisturbed.h5 >undisturbed.txt 2>/dev/null || exit 99

kills=0
while [ "$kills" -lt 12 ] && [ ! -e killed.h5 ]; do
    "${command[@]}" -j 2 -o killed.h5 traces/* >/dev/null 2>&1 & # no function: its shell would be killed instead
    sleep "0.$((RANDOM % 4))$((RANDOM % 10))"
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null
    kills=$((kills + 1))
done
evaluate -j 2 -o killed.h5 2>/dev/null | cmp - undisturbed.txt && cmp killed.h5 undisturbed.h5 && echo "killed: same"

for share in 3/3 1/3 2/3 1/3 2/3 3/3; do # twice: pcal_swl waits for its diagonal
    evaluate -o shared.h5 --shard $share >/dev/null 2>&1
done
poise evaluate --status shared.h5
part=$(find shared.h5.parts -name '*.h5' | sort | head -1)
head -c 100 "$part" >cut && mv cut "$part"
evaluate -o shared.h5 2>messages | cmp - undisturbed.txt && cmp shared.h5 undisturbed.h5 && echo "shared: same"
grep -c "the run is done again" messages

head -c 20000 undisturbed.h5 >cut.h5
poise report cut.h5 --format csv
echo "exit $?"

. "$POISE_ROOT/tests/cli/profile/slurm.bash"
evaluate -o slurm.h5 --slurm 2 -j 1 --mean harmonic 2>/dev/null || exit 1
wait_for_jobs
evaluate -o harmonic.h5 --mean harmonic >/dev/null 2>&1
cmp harmonic.h5 slurm.h5 && echo "Slurm: same"
ls

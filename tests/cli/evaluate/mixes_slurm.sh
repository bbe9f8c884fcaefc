# Slurm runs the shares of an evaluation of mixes and collects; the results have the same bytes.
# test: slow waits
. "$POISE_ROOT/tests/cli/profile/slurm.bash"
mkdir a b && cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" a && cp a/small.wtr b
printf 'three = a + b@1 + a\n' >mixes.txt
evaluate() {
    poise evaluate --progress never --set sms=6,max_cycles=3000 -s gto,lrr --alone lrr --mix "pair=a+b@2+cpu:$POISE_ROOT/datasets/cpu/xz.cpu" \
        --mixes mixes.txt "$@"
}
evaluate -o undisturbed.h5 --csv undisturbed.csv >/dev/null 2>&1 || exit 99
evaluate -o slurm.h5 --slurm 3 -j 1 --csv slurm.csv 2>/dev/null || exit 1
wait_for_jobs
cmp undisturbed.h5 slurm.h5 && cmp undisturbed.csv slurm.csv && echo same
poise evaluate --status slurm.h5
[ -e slurm.h5.parts ] || echo "nothing else is left"

# Sourced by the tests of evaluations that are divided: two small programs under policies of which one waits for the others, and
# the results of an undivided evaluation.
for program in atax bicg; do
    poise capture -o traces/$program -- "$POISE_BUILD/datasets/$program" --size 1536 --cols 24 >/dev/null 2>&1 || exit 99
done

# evaluate OPTIONS...: all programs on a small machine
command=(poise evaluate --progress never -c demo-8sm --set "sms=2,warps=8" -s "gto,pcal_swl,order=tuple:3:2+dram:fcfs" -m speedup)
evaluate() {
    "${command[@]}" "$@" traces/*
}

evaluate -j 1 -o undisturbed.h5 >undisturbed.txt 2>/dev/null || exit 99

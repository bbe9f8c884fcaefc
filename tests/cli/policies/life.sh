# Policies of all interfaces have the same life: as many states as there are caches or channels, told of programs and launches,
# called together at exchanges. The same with any number of threads.
cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" .
cc -std=c11 -Wall -Wextra -Werror -I"$POISE_ROOT" -fPIC -shared -o living.so \
    "$POISE_ROOT/tests/cli/policies/living_policies.c" || exit 1
run() { # THREADS
    poise sim -c demo-8sm --threads "$1" --l1 living.so --l2 living.so --dram living.so --tlb living.so --vm living.so \
        small.wtr small.wtr 2>/dev/null | grep -E '^(gpu_tot_sim_cycle|(l1|l2|dram|tlb|vm)\.)'
}
run 1 | tee one | grep -v '_cycle\|gathers\|late'
awk -F'[. =]+' '/gathers/ { n++; bad += $3 < 1 } /late/ { bad += $3 >= 100 } END { print n " roles look at their states, " bad + 0 " too seldom" }' one
for threads in 2 4; do run $threads | cmp - one || exit 1; done

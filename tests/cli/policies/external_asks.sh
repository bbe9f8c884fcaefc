# What a policy asks of the simulator, and what it tells about itself, is checked: one sentence, and no crash.
cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" .
cc -std=c11 -Wall -Wextra -Werror -I"$POISE_ROOT" -fPIC -shared -o asks.so \
    "$POISE_ROOT/tests/cli/policies/asking_policies.c" || exit 1
run() { # INTERFACE POLICY [OPTION...]
    poise sim --set sms=2,watchdog=0 --threads 2 "--$1" "asks.so/$2" "${@:3}" small.wtr >out 2>err
    code=$?
    grep '^poise sim:' err || grep '^sched\.' out | tr '\n' ' '
    [ $code = 0 ] && echo "$2 runs" || [ $code = 1 ] || echo "exit code $code"
}
for what in nothing late_tuple figure_undefined tuple_sm rights_sm no_rights loads_sm no_loads counters_sm prefetch_sm \
    prefetch_warp no_memory early_memory early_tuple early_kernel figures figure_null figure_name figure_unit figure_twice \
    figure_counters; do
    run sched asks:$what
done
run dram banks
for what in nothing early_frame sm_translated sm_read reads address handle twice forgets; do run tlb walks:$what; done
run tlb alone
for what in nothing hits absent unknown; do run tlb walks:$what --vm asks.so/moves:$what; done
for what in nothing page_bits early_transfer present frame taken size overlaps transfers; do run vm moves:$what; done
for what in coalesce splinter coalesces splinters moved unmaps; do run vm moves:$what; done
for what in coalesce splinter move unmap stall; do run vm moves:$what --tlb shared_tlb; done
# The report of a launch that cannot go on says who waits for pages.
poise sim --set sms=1 --tlb asks.so/walks:forgets small.wtr 2>&1 >out | grep 'pages are missing'

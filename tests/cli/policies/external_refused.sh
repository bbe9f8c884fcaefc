# Every way to break the contract is met with one sentence that names the file or the policy.
cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" .
bad() { # NUMBER OPTION...
    fault=$1
    shift
    cc -std=c11 -DFAULT="$fault" -I"$POISE_ROOT" -fPIC -shared -o "bad$fault.so" \
        "$POISE_ROOT/tests/cli/policies/bad_policies.c" || exit 1
    poise sim --set sms=1,watchdog=2000 "$@" "bad$fault.so/bad" small.wtr 2>&1 >/dev/null | tail -1 |
        sed "s/simulator [0-9]*:/simulator SIZE:/; s/simulator has version [0-9]*/simulator has version OURS/"
}
for fault in 0 1 2 3 4 5 6 7 8 9; do bad $fault --sched; done
bad 10 --l1
bad 10 --l2
bad 11 --dram
bad 12 --tlb
bad 13 --vm
bad 14 --l1
echo "no policies" >text.so
poise sim -s text.so small.wtr 2>&1 | sed 's/text.so: .*/text.so: (the system'\''s words)/'
echo 'int nothing;' | cc -x c -fPIC -shared -o nothing.so -
poise sim -s nothing.so small.wtr 2>&1
poise sim -s bad10.so/worse small.wtr
poise policies bad0.so 2>refused
code=$?
sed "s/simulator has version [0-9]*/simulator has version OURS/" refused
exit $code

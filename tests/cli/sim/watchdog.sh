# Impatient beyond reason: the first miss is taken for a standstill. The report and the reason are on stderr.
poise bench --write-traces . -k stream >/dev/null
poise sim -c demo-8sm --set icache_sets=0,watchdog=100 stream.wtr 2>report
echo "exit $?"
[ "$(wc -l <report)" -le 61 ] || echo "the report has $(wc -l <report) lines"
sed -n '1p;$p' report | sed 's/ in cycle [0-9]*//; s/for [0-9]* cycles/for N cycles/; s/at instruction .*//'
grep -c 'waits for register r1, a load with 1 requests outstanding' report >count
[ "$(cat count)" -ge 20 ] || cat report
grep 'more warps' report | sed 's/[0-9][0-9]*/N/'
# Patient as by default, it ends.
poise sim -c demo-8sm --json stream.wtr 2>/dev/null | jq '.cycles > 1000'

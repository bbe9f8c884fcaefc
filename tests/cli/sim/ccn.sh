# The network among the L1s tells of itself: as lines, as JSON, in results, of programs side by side. Watching changes nothing.
poise bench --write-traces . -k reuse,stream >/dev/null
machine="-c demo-8sm --set ccn=ring"
poise sim $machine stream.wtr 2>/dev/null | sed -n 's/^\(ccn[._][a-z_]*\) = .*/\1/p'
poise sim $machine --json stream.wtr 2>/dev/null | jq -c '.ccn | keys'
poise sim -c demo-8sm --set ccn=watch --json stream.wtr 2>/dev/null | jq -c '.ccn.reuse | length'
cmp <(poise sim -c demo-8sm stream.wtr 2>/dev/null | grep -v '^ccn') <(poise sim -c demo-8sm --set ccn=watch stream.wtr 2>/dev/null | grep -v '^ccn') && echo "watching changes nothing"
mkdir a b && mv stream.wtr a && mv reuse.wtr b
poise sim $machine --app a --app b 2>/dev/null | sed -n 's/^\(machine.ccn[._][a-z_]*\) = .*/\1/p' | head -n 3
poise evaluate $machine -s gto --json results.json a >/dev/null 2>&1
jq -r '.. | objects | .ccn_misses? // empty | .unit' results.json | head -n 1
echo "---"
poise sim -c demo-8sm --set ccn=rings a 2>&1
poise sim -c demo-8sm --set ccn=ring,ccn_sample=20000000 a 2>&1

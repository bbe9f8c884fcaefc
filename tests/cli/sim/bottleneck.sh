# The breakdown as a table and as JSON: the same figures, causes that add up, and counters that do not change.
poise bench --write-traces . -k reuse >/dev/null
poise sim -c demo-8sm --bottleneck reuse.wtr 2>/dev/null >table
sed 's/^\(DRAM banks  *\)[0-9.]*/\1N/; s/  *[0-9][0-9]*  *[0-9.]* %.*//; s/  *[0-9.]* %.*//; s/  [0-9.]* core.*//' table
poise sim -c demo-8sm --bottleneck --json reuse.wtr 2>/dev/null >with.json
poise sim -c demo-8sm --json reuse.wtr 2>/dev/null >without.json
cmp <(jq 'del(.bottleneck)' with.json) <(jq . without.json)
jq '.bottleneck | (.core | add) == (.core_sets | add), (.l1 | add) == .l1_stalled, .bound_by' with.json
cmp <(jq '.bottleneck.core["str-MEM"]' with.json) <(awk '$1 == "str-MEM" { print $2 }' table)
cmp <(jq -r '"bound by: " + .bottleneck.bound_by' with.json) <(tail -1 table)

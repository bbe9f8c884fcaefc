# The estimate of energy as a table and as JSON: the same figures, parts that add up, and counters that do not change.
poise bench --write-traces . -k reuse >/dev/null
poise sim -c demo-8sm --energy reuse.wtr 2>/dev/null >table
awk '{ print $1, (NF > 3) }' table
poise sim -c demo-8sm --energy --json reuse.wtr 2>/dev/null >with.json
poise sim -c demo-8sm --json reuse.wtr 2>/dev/null >without.json
cmp <(jq 'del(.energy)' with.json) <(jq . without.json)
jq '.energy | (.total - ([to_entries[] | select(.key != "total" and .key != "watts" and .key != "constants") | .value] | add)) | fabs < 1e-12' with.json
jq '.energy.watts - .energy.total / (.cycles / 1.4e9) | fabs < 1e-6' with.json
cmp <(jq '.energy.dram_data * 1e9 | round / 1e3 | floor' with.json) <(awk '$1 == "dram_data" { print int($2) }' table)
jq -c '.energy.constants.DRAM_BIT | [(.value | floor), .unit]' with.json
echo "beside others:"
poise sim -c demo-8sm --energy --app reuse.wtr --app reuse.wtr 2>&1
poise sim -c demo-8sm --energy --bottleneck reuse.wtr 2>/dev/null | grep -c -e '^bound by' -e '^together'

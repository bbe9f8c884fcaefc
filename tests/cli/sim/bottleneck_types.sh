# What a policy says is made of parts, over the epochs of all launches: a histogram, and a member of the JSON. Results do not change.
poise capture -o traces -- "$POISE_BUILD/datasets/bicg" --size 1536 --cols 24 >/dev/null 2>&1 || exit 99
types=(-c demo-8sm -s gto+l2:warp_types:resample=5000:profile=10 traces)
poise sim --bottleneck "${types[@]}" 2>/dev/null >table
sed -n '/^l2 /,$p' table | sed 's/  *[0-9]* *[0-9.]* %.*//'
poise sim --bottleneck --json "${types[@]}" 2>/dev/null >with.json
poise sim --json "${types[@]}" 2>/dev/null | jq . | cmp - <(jq 'del(.bottleneck)' with.json) && echo "counters: same"
jq '.bottleneck.groups | keys, (.["l2.warp_types"] | add > 0, length)' -c with.json
jq -r '.bottleneck.groups["l2.warp_types"].all_miss | floor' with.json | cmp - <(awk '$1 == "all_miss" { print $2 }' table) && echo "types: as in the table"
poise sim --bottleneck -t 4 "${types[@]}" 2>/dev/null | cmp - table && echo "threads: same"
poise sim --bottleneck -c demo-8sm traces 2>/dev/null | grep -c "^l2 " || true

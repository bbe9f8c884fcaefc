# A search of three knobs: the plan before it begins, each round as it comes, tables, the same bytes with any number of threads; and
# what the chosen machine is said to be worth is what evaluate measures.
. "$POISE_ROOT/tests/cli/design/small.bash"
"${command[@]}" -j 1 -o one.h5 --csv one.csv --json one.json stream reuse
"${command[@]}" -j 3 -o three.h5 --csv three.csv --json three.json stream reuse >/dev/null 2>&1
cmp one.h5 three.h5 && cmp one.csv three.csv && cmp one.json three.json && echo same
ls
head -1 one.csv
awk -F, '$2 == "best" { print $1, $3, $5 }' one.csv
jq -r '.machines[] | select(.label == "best") | .machine' one.json
jq '[.machines | length, (map(select(.front)) | length)] | @csv' one.json
# The cycles of the chosen machine, simulated by themselves.
best=$(jq -r '.machines[] | select(.label == "best") | .machine' one.json)
for program in stream reuse; do
    poise sim "${machine[@]}" $(printf -- '--set %s ' $best) --json $program/*.wtr 2>/dev/null | jq .cycles
done | paste -sd' '
jq -r '.machines[] | select(.label == "best") | .cycles | join(" ")' one.json
# Without anything to spend the base stays, and so it does with nothing to measure.
poise design "${machine[@]}" --knobs "$knobs" --budget 0 --progress never stream 2>/dev/null | sed -n '3,6p'
poise design "${machine[@]}" --knobs "$knobs" --machines 1 --progress never stream 2>/dev/null | head -1

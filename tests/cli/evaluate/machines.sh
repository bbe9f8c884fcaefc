# Machines side by side: --machine changes that of -c; ratios are to the baseline on the first machine, or on another, of times.
# test: slow
for program in atax bicg; do
    poise capture -o traces/$program -- "$POISE_BUILD/datasets/$program" --size 1536 --cols 24 >/dev/null 2>&1 || exit 99
done
echo "fast = core_mhz=2800 # twice the clock" >machines.txt
evaluate() {
    poise evaluate --progress never -c demo-8sm --set sms=2 "$@" traces/*
}
several=(-s gto,tuple:3:2 --machine base= --machine l2x4=scale:l2=4,l1_mshrs=64 --machine memory:infinite --machines machines.txt)

evaluate "${several[@]}" -m speedup,cycles -o several.h5 --csv several.csv --json several.json 2>several.err || cat several.err
poise report several.h5 --format csv | cmp - several.csv && echo "CSV of the report: same"
poise evaluate --status several.h5

echo "== each machine alone has the same cycles"
sets=("base " "l2x4 --set l1_mshrs=64 --scale l2=4" "memory:infinite --memory infinite" "fast --set core_mhz=2800")
for machine in "${sets[@]}"; do
    read -r -a alone <<<"$machine"
    evaluate -s gto,tuple:3:2 "${alone[@]:1}" -o alone.h5 --csv alone.csv >/dev/null 2>&1
    diff <(cut -d, -f1-4 alone.csv | sed 1d) <(grep "^${alone[0]}," several.csv | cut -d, -f2-5) && echo "${alone[0]}: same"
    rm alone.h5
done

echo "== columns"
for format in several alone; do head -1 $format.csv | cut -d, -f1-6; done
diff <(head -1 alone.csv) <(head -1 several.csv | cut -d, -f2-) && echo "the others: same"

echo "== speed-up is a ratio of times: cycles of the baseline over twice the clock"
awk -F, '$3 == "gto" && $2 == "atax" {cycles[$1] = $5; speedup[$1] = $6}
    END {r = 2 * cycles["base"] / cycles["fast"] / speedup["fast"]; print (r > 0.9999999 && r < 1.0000001 ? "2 x" : r)}' several.csv
jq -c '.format_version, .base_machine, [.machines[].name], (.means[0] | keys), ([.results[].machine] | unique), (.programs? | type)' several.json

echo "== other means, another base"
for mean in harmonic arithmetic geometric; do
    evaluate "${several[@]}" -m speedup --mean $mean -o $mean.h5 --json $mean.json --csv $mean.csv 2>/dev/null | sed -n 1p
    cmp $mean.csv several.csv
done
jq -r '.means[] | select(.machine == "l2x4" and .policy == "gto") | .metrics.speedup' {harmonic,geometric,arithmetic}.json | sort -gc && echo ascending
evaluate "${several[@]}" -m speedup --base-machine l2x4 2>/dev/null | sed -n '1p;/^l2x4/p'
evaluate -s gto,tuple:3:2 -m speedup --mean arithmetic -o plain.h5 2>/dev/null | tail -1

echo "== runs that are done stand for those of the next command"
evaluate -s gto --machine base= --machine memory:infinite -o more.h5 --shard 1/2 2>&1 | sed 's/with.*//'
evaluate -s gto --machine base= --machine memory:infinite --machine l1_mshrs=64 -m cycles -o more.h5 2>&1 | sed 's/with.*//; s/([0-9.e+]* warp.*//'
ls

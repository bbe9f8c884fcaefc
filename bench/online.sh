#!/bin/bash
# What each part of mode=shared gains: the first table of docs/ONLINE.md, in Markdown. Harmonic mean of the speedups over GTO, the
# slowest program, and, with a profile, the geometric mean of the share of Static-Best's speed.
#
#   bench/online.sh [RUN...]       folders of traces or @NAMES; without any the training runs of the demo
#
# MACHINE (demo-8sm) is the machine, PROFILE a profile of these runs on it ('poise profile --grid coarse'), MODEL the model whose
# prediction rows with prior=1 take, VARIANTS a file of lines 'change|options' that replaces those below, BUILD the build folder.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
case ${BUILD:-build} in /*) build=$BUILD ;; *) build=$root/${BUILD:-build} ;; esac
runs=("$@")
if [ $# -eq 0 ]; then
    mapfile -t runs < <(awk -v traces="$root/datasets/traces" '!/^#/ && $2 == "training" && $3 == "demo" { print traces "/" $1 }' \
        "$root/datasets/manifest")
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

variants() {
    if [ -n "${VARIANTS:-}" ]; then
        cat "$VARIANTS"
        return
    fi
    cat << END
none|
the model's prediction is tried first|prior=1
the prediction instead of (max, 1)|prior=1:bypass=0
only N = p|diagonal=1
(max, 1) is not tried at once|bypass=0
(max, 1) is tried at once in any case|bypass=4000
what others left in the L1 counts|fade=0
two points instead of the diagonal|points=2
two points and the prediction|points=2:prior=1
all SMs measure a point, one point after the other|side=0
nothing waits for the L1 to be filled|fill=0
it is filled twice|fill=2000
one bad look is enough|doubts=1
nobody asks whether the L1 is too small|crowd=0
it is too small when loads ask for twice its lines|crowd=2000
what was not found is not looked for again|anew=0
any best point replaces (max, max)|flat=0
runs are not compared with what is known|check=0
nobody is given up early|quit=0
points need no more at the end than at first|close=200
windows of 1,000 cycles|insts=1000000:window=1000
windows of 3,000 cycles|insts=1000000:window=3000
no waiting for the L1 to settle|settle=0
no trials|trial=0:bypass=0
the first result is final|stay=4000000000:check=0
one win is enough|wins=1
busy schedulers are no reason to stay|busy=1001
nothing is kept between launches|kernels=0
no correction|correction=0
END
}

policies=gto${PROFILE:+,swl,static_best},poise${MODEL:+:$MODEL}
while IFS='|' read -r change options; do
    policies+=,poise${MODEL:+:$MODEL}:mode=shared${options:+:$options}
done < <(variants)
"$build/poise" evaluate -c "${MACHINE:-demo-8sm}" -s "$policies" ${PROFILE:+--profile "$PROFILE"} -m speedup \
    --csv "$scratch/results.csv" "${runs[@]}" > "$scratch/table"

echo '| change | options | mean | slowest | of Static-Best |'
echo '|---|---|---|---|---|'
awk -F, -v names=<(variants) '
    BEGIN {
        while ((getline line < names) > 0) {
            split(line, part, "|")
            change[++variants] = part[1]
            options[variants] = part[2] == "" ? "" : "`" part[2] "`"
        }
    }
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    !($column["policy"] in number) { number[$column["policy"]] = ++policies; name[policies] = $column["policy"] }
    {
        policy = $column["policy"]
        speedup = $column["speedup"]
        count[policy]++
        inverse[policy] += 1 / speedup
        if (!(policy in slowest) || speedup < slowest[policy]) { slowest[policy] = speedup; program[policy] = $column["program"] }
        logarithm[policy] += log(speedup)
    }
    END {
        for (i = 1; i <= policies; i++) {
            policy = name[i]
            text = policy
            tried = ""
            if (i > policies - variants) { text = change[i - policies + variants]; tried = options[i - policies + variants] }
            share = "static_best" in count ? \
                sprintf("%.3f", exp((logarithm[policy] - logarithm["static_best"]) / count[policy])) : ""
            printf "| %s | %s | %.3f | %.3f %s | %s |\n", text, tried, count[policy] / inverse[policy], slowest[policy],
                program[policy], share
        }
    }' "$scratch/results.csv"

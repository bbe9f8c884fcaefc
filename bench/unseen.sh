#!/bin/bash
# What parts of the engine in every SM gain on line, on training programs, each with a model that was learned without it: the table of
# docs/ENGINE.md, in Markdown. Harmonic mean of the speedups over GTO, the slowest program, how many are slower than GTO by more
# than 1 %.
#
#   bench/unseen.sh DIR VARIANTS [RUN...]    runs of datasets/manifest of the training split, or sets; without any those of the demo.
#                                            VARIANTS is a file of lines 'change|options', such as '500 cycles|warmup=500'.
#
# With LEARN=loads models of loads are learned (docs/BEYOND.md), from the data set LOADS (datasets/profiles/loads.h5) with
# LOADS_OPTIONS of poise train, such as '--load-features one', and a line of VARIANTS is 'change|policy' with MODEL in place of the model, such as 'chosen|poise:loads=MODEL'.
#
# DIR keeps the models, PROGRAM.model, and what was measured, CHANGE.csv. MACHINE is the machine (thesis-ch5), PROFILE the profile
# to learn from, VIEW (logs) what models see (poise features --view), BUILD the build folder.
set -euo pipefail
if [ $# -lt 2 ]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
root=$(cd "$(dirname "$0")/.." && pwd)
case ${BUILD:-build} in /*) poise=$BUILD/poise ;; *) poise=$root/${BUILD:-build}/poise ;; esac
folder=$(mkdir -p "$1" && cd "$1" && pwd)
variants=$(realpath "$2")
shift 2
profile=$(realpath "${PROFILE:-$root/datasets/profiles/training.h5}")
loads=$(realpath "${LOADS:-$root/datasets/profiles/loads.h5}")
cd "$root"
# shellcheck source=datasets/runs.bash
. datasets/runs.bash

mapfile -t programs < <(awk '!/^#/ && $2 == "training" { print $6 }' datasets/manifest | sort -u)

# learn PROGRAM: a model from all other programs of the training split, by the recipe of models/default.model
learn() {
    local other others=()
    if [ "${LEARN:-}" = loads ]; then
        "$poise" train --loads logistic ${LOADS_OPTIONS:-} --without "$1" --name "$1" -o "$folder/$1.model" "$loads" 2>> "$folder/log" ||
            "$poise" train --loads logistic ${LOADS_OPTIONS:-} --name "$1" -o "$folder/$1.model" "$loads" 2>> "$folder/log"
        return
    fi
    for other in "${programs[@]}"; do
        [ "$other" = "$1" ] || others+=(--program "$other")
    done
    "$poise" features --view "${VIEW:-logs}" --weights program "${others[@]}" -o "$folder/$1.h5" "$profile" 2>> "$folder/log"
    "$poise" train -m choice --features sampled --ridge 1,3,10,30 --name "$1" -o "$folder/$1.model" "$folder/$1.h5" 2>> "$folder/log"
}

mapfile -t chosen < <(runs "${@:-demo}" | awk '$2 == "training" { print $6, $1 }' | sort)
for program in $(printf '%s\n' "${chosen[@]}" | cut -d ' ' -f 1 | uniq); do
    [ -e "$folder/$program.model" ] || learn "$program"
    policies=gto
    while IFS='|' read -r _ options; do
        if [ "${LEARN:-}" = loads ]; then
            policies+=",${options//MODEL/$folder/$program.model}"
        else
            policies+=",poise:$folder/$program.model:mode=thesis${options:+:$options}"
        fi
    done < "$variants"
    mapfile -t traces < <(printf '%s\n' "${chosen[@]}" | awk -v program="$program" '$1 == program { print "datasets/traces/" $2 }')
    "$poise" evaluate -c "${MACHINE:-thesis-ch5}" -s "$policies" -m speedup --csv "$folder/$program.csv" "${traces[@]}" \
        > /dev/null 2>> "$folder/log"
    cat "$folder/$program.csv"
done > "$folder/all.csv"

echo '| change | options | mean | slower | slowest |'
echo '|---|---|---|---|---|'
awk -F, -v names="$variants" '
    BEGIN {
        while ((getline line < names) > 0) {
            split(line, part, "|")
            change[++variants] = part[1]
            options[variants] = part[2]
        }
    }
    $1 == "program" || !($1 ~ /./) { for (i = 1; i <= NF; i++) column[$i] = i; next }
    {
        if ($column["policy"] == "gto") { at = 0; next }
        if ($column["program"] != last) { at = 0; last = $column["program"] }
        at++
        speedup = $column["speedup"]
        count[at]++
        inverse[at] += 1 / speedup
        slower[at] += speedup < 0.99
        if (!(at in slowest) || speedup < slowest[at]) { slowest[at] = speedup; program[at] = last }
    }
    END {
        for (i = 1; i <= variants; i++)
            printf "| %s | %s | %.3f | %d of %d | %.3f %s |\n", change[i], options[i] == "" ? "" : "`" options[i] "`",
                count[i] / inverse[i], slower[i], count[i], slowest[i], program[i]
    }' "$folder/all.csv"

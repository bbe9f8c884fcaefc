#!/bin/bash
# What the settings of cache policies are worth: the table of docs/CACHES.md, "Settings", in Markdown. Harmonic means of the speedup over
# LRU on programs of the split memory, on the training runs of the demo, and on both, and of the performance per watt on both. The best
# setting of a policy by the mean of both is bold; a row "best of each program" has for each program the best of all settings of the policy.
#
#   bench/caches.sh [POLICY...]       such as pcal_l2 rand_byp; without any all that have settings below
#
# MEMORY names the programs of the split memory (the ten small ones), MACHINE (medic) is the machine, VARIANTS a file of lines
# 'policy|options|rest of the scheme' that replaces those below, RESULTS a folder in which what was measured is kept (POLICY.h5),
# JOBS (1) simulations run at a time, BUILD is the build folder.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
case ${BUILD:-build} in /*) build=$BUILD ;; *) build=$root/${BUILD:-build} ;; esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

all_variants() {
    if [ -n "${VARIANTS:-}" ]; then
        cat "$VARIANTS"
        return
    fi
    local value
    for value in 16 48 96 192 384 576 720; do echo "pcal_l2|tokens=$value|"; done
    for value in 0 10 20 30 40 50 60 70 80 90 100; do echo "rand_byp|share=$value|"; done
    for value in '' profile=100 profile=255 mostly_miss=0 mostly_miss=10 mostly_miss=30 resample=20000 stores=0 entries=64; do
        echo "pc_byp|$value|"
    done
    for value in '' bits=4 bits=16 chance=16 chance=256 lines=256 lines=2048; do echo "eaf|$value|"; done
    for value in '' leaders=1 leaders=4 leaders=8 chance=8 chance=128; do echo "dip|$value|"; done
    for value in '' leaders=1 leaders=4 leaders=8 chance=8 chance=128; do echo "drrip|$value|"; done
    for value in '' entries=1024 entries=256 bits=2; do echo "ship|$value|"; done
    for value in '' profile=100 profile=255 mostly_miss=0 mostly_miss=10 mostly_miss=30 resample=20000 resample=50000 stores=0 step=1; do
        echo "wbyp|$value|"
    done
    for value in '' mostly_miss=0 mostly_miss=10 mostly_miss=40; do echo "oracle_byp|$value|"; done
    for value in '' mode=class profile=255 mostly_hit=50; do echo "wip|$value|"; done
    for value in low=32:high=32 low=64:high=32 low=60:high=4; do echo "warp_types||dram:wms:$value"; done
    for value in '' profile=100 profile=255 mostly_miss=0 mostly_miss=10 resample=20000 stores=0 mode=class; do
        echo "medic|$value|dram:wms"
    done
    echo 'medic||dram:wms:low=64:high=32'
    echo 'medic|profile=255|dram:wms:low=64:high=32'
}

chosen=" $* "
all_variants | awk -F'|' -v chosen="$chosen" 'chosen ~ /^ *$/ || index(chosen, " " $1 " ")' > "$scratch/variants"
memory=${MEMORY:-convolution hotspot scalarprod backprop streamcluster sssp_uniform sssp_rmat mst_uniform mst_grid barneshut}
mapfile -t runs < <(awk -v traces="$root/datasets/traces" -v memory=" $memory " '
    !/^#/ && (index(memory, " " $1 " ") || ($2 == "training" && $3 == "demo")) { print traces "/" $1 }' "$root/datasets/manifest")

# All variants of a policy, with the names v1, v2, ... by their lines; `more` is one more option of each.
schemes_of() {
    awk -F'|' -v policy="$1" -v more="${2:-}" '$1 == policy {
        rest = ($2 == "" ? "" : ":" $2) (more == "" ? "" : ":" more) ($3 == "" ? "" : "+" $3)
        printf ",v%d=l2:%s%s", NR, policy, rest
    }' "$scratch/variants"
}

measure() {
    "$build/poise" evaluate -j "${JOBS:-1}" -c "$machine" -s "lru=gto$1" -m speedup --csv "$scratch/results.csv" "${@:2}" \
        > "$scratch/table"
    cat "$scratch/results.csv" >> "$scratch/all.csv"
}

machine=${MACHINE:-medic}
mapfile -t policies < <(cut -d'|' -f1 "$scratch/variants" | awk '!seen[$0]++')
for policy in "${policies[@]}"; do
    if [ "$policy" != oracle_byp ]; then
        measure "$(schemes_of "$policy")" ${RESULTS:+-o "$RESULTS/$policy.h5"} "${runs[@]}"
        continue
    fi
    for run in "${runs[@]}"; do # what the oracle knows is of one program
        "$build/poise" sim -c "$machine" -s "gto+l2:oracle_byp:record=$scratch/hits" "$run" > "$scratch/table"
        measure "$(schemes_of "$policy" "types=$scratch/hits")" "$run"
    done
done

echo '| policy | options | memory | training | both | performance per watt |'
echo '|---|---|---|---|---|---|'
awk -F, -v variants="$scratch/variants" -v manifest="$root/datasets/manifest" '
    function mean(inverse, n) { return n / inverse }
    BEGIN {
        while ((getline line < variants) > 0) {
            split(line, part, "|")
            policy[++n] = part[1]
            options[n] = part[2] (part[3] == "" ? "" : (part[2] == "" ? "" : " ") part[3])
        }
        while ((getline line < manifest) > 0) {
            split(line, part, " ")
            is_memory[part[1]] = part[2] == "memory"
        }
    }
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; first = $1; next }
    NR > 1 && $1 == first { next } # the heading of the next evaluation
    $column["policy"] ~ /^v[0-9]+$/ {
        v = substr($column["policy"], 2) + 0
        program = $column["program"]
        speedup = $column["speedup"]
        where = is_memory[program] ? "memory" : "training"
        inverse[v, where] += 1 / speedup
        count[v, where]++
        watt[v] += 1 / $column["efficiency"]
        key = policy[v] SUBSEP program
        if (!(key in best) || speedup > best[key]) best[key] = speedup
        programs[program] = where
    }
    END {
        for (v = 1; v <= n; v++) {
            of_both[v] = (count[v, "memory"] + count[v, "training"]) / (inverse[v, "memory"] + inverse[v, "training"])
            if (!(policy[v] in top) || of_both[v] > of_both[top[policy[v]]]) top[policy[v]] = v
            settings[policy[v]]++
            last[policy[v]] = v
        }
        for (v = 1; v <= n; v++) {
            bold = top[policy[v]] == v && settings[policy[v]] > 1 ? "**" : ""
            printf "| `%s` | %s | %.3f | %.3f | %s%.3f%s | %.3f |\n", policy[v], options[v] == "" ? "" : "`" options[v] "`",
                mean(inverse[v, "memory"], count[v, "memory"]), mean(inverse[v, "training"], count[v, "training"]), bold, of_both[v],
                bold, (count[v, "memory"] + count[v, "training"]) / watt[v]
            if (last[policy[v]] != v || settings[policy[v]] < 2) continue
            split("", sum)
            split("", number)
            for (program in programs) {
                sum[programs[program]] += 1 / best[policy[v] SUBSEP program]
                number[programs[program]]++
            }
            printf "| `%s` | best of each program | %.3f | %.3f | %.3f | |\n", policy[v], number["memory"] / sum["memory"],
                number["training"] / sum["training"], (number["memory"] + number["training"]) / (sum["memory"] + sum["training"])
        }
    }' "$scratch/all.csv"

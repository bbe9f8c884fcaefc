#!/bin/bash
# What docs/TRAIN.md shows of learning, models/default.model and models/alone.model, from a profile of the training split.
#
#   datasets/learn.sh PROFILE DIR        into the folder DIR: data sets of all views, NAME.h5; what methods and parts of the recipe
#                                        are worth, NAME.txt; default.model
#   datasets/learn.sh model PROFILE FILE [VIEW]
#                                        the model only (a second), such as
#                                        datasets/learn.sh model datasets/profiles/training.h5 models/default.model
#                                        datasets/learn.sh model datasets/profiles/training.h5 models/alone.model alone
#
#   datasets/learn.sh loads DATASET FILE a model of loads (docs/BEYOND.md), such as
#                                        datasets/learn.sh loads datasets/profiles/loads.h5 models/loads.model
#
# WITHOUT=PROGRAM leaves a program out of the model only, such as WITHOUT=moments.
#
# The command `poise` of the tree is used, or the one that POISE names. Only the training split is read.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
poise=${POISE:-$root/build/poise}
view=logs # of default.model, docs/TRAIN.md

# model DATASET FILE NAME
model() {
    "$poise" train -m choice --features sampled --ridge 1,3,10,30 --name "$3" -o "$2" "$1"
}

if [ "${1:-}" = loads ] && [ $# -eq 3 ]; then
    exec "$poise" train --loads logistic --name loads -o "$3" "$2"
fi
if [ "${1:-}" = model ] && [ $# -ge 3 ] && [ $# -le 4 ]; then
    view=${4:-$view}
    folder=$(mktemp -d)
    trap 'rm -r "$folder"' EXIT
    others=()
    if [ -n "${WITHOUT:-}" ]; then
        "$poise" features --csv "$folder/data.csv" -o "$folder/data.h5" "$2"
        mapfile -t others < <(awk -F , -v without="$WITHOUT" 'NR > 1 && $1 != without && !seen[$1]++ { print "--program"; print $1 }' "$folder/data.csv")
    fi
    "$poise" features --view "$view" --weights program "${others[@]}" -o "$folder/data.h5" "$2"
    name=default
    [ "$view" = logs ] || name=$view
    model "$folder/data.h5" "$3" "$name"
    exit
fi
if [ $# -ne 2 ]; then
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
mkdir -p "$2"
for each in thesis logs bypass alone; do
    "$poise" features --view $each --weights program -o "$2/$each.h5" "$1"
    "$poise" features --view $each --weights program --no-filter -o "$2/$each-all.h5" "$1"
    "$poise" train --compare "$2/$each.h5" | tee "$2/compare-$each.txt"
    "$poise" train -m choice --ridge 1,3,10 --cv program "$2/$each-all.h5" >"$2/choice-$each-all.txt"
done
for part in features scoring filters curve; do
    "$poise" train -m choice --ridge 3 --analyse $part "$2/$view.h5" | tee "$2/$part.txt"
done
for each in thesis logs alone; do
    "$poise" train -m choice --ridge 3 --analyse samples "$2/$each.h5" | tee "$2/samples-$each.txt"
done
"$poise" train -m speed --ridge 1 --spread 0.4 --analyse terms "$2/thesis.h5" | tee "$2/terms.txt"
"$poise" train --gate "$2/thesis.h5" | tee "$2/gate.txt"
"$poise" train --correlation "$2/thesis.h5" | tee "$2/correlation.txt"
model "$2/$view.h5" "$2/default.model" default
model "$2/alone.h5" "$2/alone.model" alone

#!/bin/bash
# The prediction programs of LIBLINEAR and libsvm give poise's own predictions from exported models, and models that
# their training programs made predict the same when poise has imported them. BUILD names the build folder.
# Needs liblinear-predict, liblinear-train, svm-predict and svm-train (Debian: liblinear-tools, libsvm-tools).
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
PATH=$build:$PATH
for tool in liblinear-predict liblinear-train svm-predict svm-train; do
    command -v "$tool" >/dev/null || { echo "$tool is not installed" && exit 77; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# Kernels of four programs in eight groups, enough for every method.
awk 'BEGIN { srand(4)
    print "program,warps,h_max,h_one,eta_max,eta_one,eta_gain_squared,instructions_eta_gain_squared," \
          "miss_cost_gain_squared,constant,target_n,target_p"
    for (i = 0; i < 40; i++) {
        h = rand(); g = rand(); n = 1 + int(23 * (0.7 * h + 0.3 * rand())); p = 1 + int(rand() * g * n)
        if (p > n) p = n
        printf "p%d,24,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,1,%d,%d\n", i % 4, h, rand(), rand() / 3, g, g * g, \
               g * g * rand() * 40, 5 * rand(), n, p
    } }' >table.csv
poise features --from csv table.csv -o data.h5 --svmlight rows 2>messages

# same PREDICTED TABLE COLUMN TOLERANCE WHAT: line by line; COLUMN counts from the end of the table.
same() {
    paste "$1" <(awk -F, -v from_end="$3" 'NR > 1 { print $(NF + 1 - from_end) }' "$2") | awk -v tolerance="$4" '
        { d = $1 - $2; if (d < 0) d = -d; if (!(d <= tolerance * (1 + ($2 < 0 ? -$2 : $2)))) { print NR, $1, $2; exit 1 } n++ }
        END { exit !(n == 40) }' || { echo "$5"; exit 1; }
}

# check MODEL FORMAT TOOL TOLERANCE
check() {
    poise predict --split training --svmlight scaled --csv links.csv "$1" data.h5 >table.txt
    poise model export -f "$2" -o foreign "$1" 2>messages
    for column in n p; do
        "$3" "scaled.$column" "foreign.$column" "out.$column" >messages
    done
    same out.n links.csv 2 "$4" "$1: ln N, $3"
    same out.p links.csv 1 "$4" "$1: ln p, $3"
}

for method in "negbin --ridge 1" "linear --cost 1 --epsilon 0.1" "linear --loss nu --cost 1 --nu 0.5" \
    "rbf --cost 10 --epsilon 0.05 --gamma 0.2" "rbf --loss nu --cost 3 --nu 0.4 --gamma 0.5"; do
    # shellcheck disable=SC2086 # words
    poise train -m $method -o "${method%% *}.model" data.h5 2>messages
    check "${method%% *}.model" libsvm svm-predict 1e-12
    [ "${method%% *}" = rbf ] || check "${method%% *}.model" liblinear liblinear-predict 1e-12
done

# The other way round: trained by their programs, imported, predicted by poise.
# back TRAIN PREDICT TOLERANCE OPTIONS...
back() {
    local train=$1 predict=$2 tolerance=$3
    shift 3
    for column in n p; do
        "$train" "$@" "rows.$column" "theirs.$column" >messages
        "$predict" "rows.$column" "theirs.$column" "out.$column" >messages
    done
    poise model import -o back.model theirs.n theirs.p 2>messages
    poise predict --split training --csv links.csv back.model data.h5 >table.txt
    same out.n links.csv 2 "$tolerance" "imported from $train $*: ln N"
    same out.p links.csv 1 "$tolerance" "imported from $train $*: ln p"
}
back liblinear-train liblinear-predict 1e-12 -q -s 11
back liblinear-train liblinear-predict 1e-12 -q -s 11 -B 10
back liblinear-train liblinear-predict 1e-12 -q -s 13 -p 0.1
back svm-train svm-predict 1e-12 -q -s 3 -t 2 -g 0.3
back svm-train svm-predict 1e-12 -q -s 4 -t 2 -b 1
back svm-train svm-predict 1e-12 -q -s 3 -t 0
echo "LIBLINEAR and libsvm predict what poise predicts"

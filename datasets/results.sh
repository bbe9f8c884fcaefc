#!/bin/bash
# The results of 'make reproduce' and docs/RESULTS.md, of 'make reproduce-caches' and docs/CACHES.md, of 'make
# reproduce-bandwidth' and 'make reproduce-cooperation' and docs/BANDWIDTH.md, of 'make reproduce-dram' and 'make reproduce-dram-learned' and
# docs/DRAM.md, of 'make reproduce-translation' and 'make reproduce-translation-learned' and docs/TRANSLATION.md, of 'make
# reproduce-mosaic', 'make reproduce-mosaic-learned' and 'make reproduce-buffers' and docs/MOSAIC.md, of 'make reproduce-paging' and
# docs/PAGING.md.
#
#   datasets/results.sh keep DIR [TO]        from the parts of 'make reproduce' in DIR what the document shows, into
#                                            datasets/results or the folder TO
#   datasets/results.sh fill DOC [FROM]      prints DOC with the tables of datasets/results, or of the folder FROM, between its
#                                            markers: <!-- table NAME --> and <!-- end -->
#   datasets/results.sh update               the documents as filled
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
results=$root/datasets/results

# columns FILE NAME...: these columns of a CSV file, numbers with six significant digits. Fields have no commas.
columns() {
    awk -F, -v wanted="${*:2}" '
        NR == 1 { n = split(wanted, name, " "); for (i = 1; i <= NF; i++) place[$i] = i }
        { for (i = 1; i <= n; i++) {
              field = name[i] in place ? $(place[name[i]]) : ""
              if (NR > 1 && field ~ /^-?[0-9]*\.[0-9]+(e-?[0-9]+)?$/) field = sprintf("%.6g", field)
              if (NR == 1) field = name[i]
              printf "%s%s", field, i < n ? "," : "\n" } }' "$1"
}

# features THREE BEST: what leaving each feature out costs, of two outputs of 'poise train --analyse features'.
features() {
    echo "without,three,three_change,best,best_change"
    paste -d '|' <(grep -E '^(all features|without )' "$1") <(grep -E '^(all features|without )' "$2") | awk -F '|' '
        function parse(line, to,    n, w) {
            n = split(line, w, " ")
            to["name"] = w[1] == "all" ? "nothing" : w[2]
            to["change"] = w[1] == "all" ? "" : w[n]
            to["speedup"] = w[1] == "all" ? w[n - 2] : w[n - 3]
        }
        { parse($1, a); parse($2, b); print a["name"] "," a["speedup"] "," a["change"] "," b["speedup"] "," b["change"] }'
}

keep() {
    local from=$1 to=$2 file name wanted
    mkdir -p "$to"
    for file in "$from"/*.csv; do
        name=$(basename "$file" .csv)
        case $name in
        policies | others | mapreduce | wide | strides | control | control_long | long | l1_*)
            wanted="program policy cycles speedup l1_hit_rate l1_intra_share miss_latency relative_latency mean_n mean_p search_share" ;;
        bandwidth_machines) wanted="machine program cycles l1_hit_rate l2_miss_rate l2_reads_total l2_writes_total" ;;
        bandwidth_stalls) wanted=$(head -n 1 "$file" | tr , ' ') ;;
        caches_*) wanted="program policy cycles speedup efficiency row_hit_rate l2_miss_rate dram_reads_total" ;;
        cooperation_* | dram_* | translation_* | mosaic_* | paging* | buffers) wanted=$(head -n 1 "$file" | tr , ' ') ;;
        offline_*)
            wanted="program kernel launch warps target_n target_p predicted_n predicted_p error_n error_p speedup static_best swl" ;;
        surface* | training | pays_* | programs_* | case)
            wanted="run kernel launch warps cycles hit_rate lines best_n best_p best_speedup target_n target_p target_speedup diagonal_n diagonal_p diagonal_speedup one_n one_p one_speedup" ;;
        *) continue ;;
        esac
        # shellcheck disable=SC2086 # names of columns
        columns "$file" $wanted >"$to/$name.csv"
    done
    if [ -e "$from/features_three.txt" ] && [ -e "$from/features_best.txt" ]; then
        features "$from/features_three.txt" "$from/features_best.txt" >"$to/features.csv"
    fi
}

fill() {
    local line name programs=()
    for name in '' _buffers _experiments _caches _bandwidth _bandwidth_checks _cooperation _cooperation_checks \
        _dram _dram_studies _dram_fifos _dram_checks _dram_learned _translation _translation_learned _mosaic _mosaic_learned _paging _tables; do
        programs+=(-f "$root/datasets/results$name.awk")
    done
    while IFS= read -r line; do
        case $line in
        '<!-- table '*' -->')
            printf '%s\n' "$line"
            name=${line#<!-- table }
            awk -v table="${name% -->}" -v folder="$2" "${programs[@]}"
            while IFS= read -r line && [ "$line" != '<!-- end -->' ]; do :; done
            ;;
        esac
        printf '%s\n' "$line"
    done <"$1"
}

case ${1-} in
keep) keep "${2:?}" "${3-$results}" ;;
fill) fill "${2:?}" "${3-$results}" ;;
update)
    for document in "$root"/docs/{RESULTS,CACHES,BANDWIDTH,DRAM,TRANSLATION,MOSAIC,PAGING}.md; do
        fill "$document" "$results" >"$document.new"
        mv "$document.new" "$document"
    done
    ;;
*)
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac

#!/bin/bash
# tests/coverage.sh BUILD [LLVM]: of the counts that programs left in BUILD/counts, a table of the lines and branches that were run, by
# folders and their folders, and in BUILD/uncovered.txt the functions that nobody ran, then the lines, FILE:FIRST-LAST of each place. Called by `make coverage`.
set -eu
build=$1
version=${2:+-$2}
cd "$(dirname "$0")/.."
command -v "llvm-cov$version" >/dev/null || version=

"llvm-profdata$version" merge -sparse -o "$build/counts.profdata" "$build"/counts/*.profraw
objects=("$build/modules.so")
for program in "$build/libpoise_opencl.so" "$build/poise-kernel-server" "$build/poise-kernel-compiler"; do
    [ ! -e "$program" ] || objects+=(-object "$program")
done
"llvm-cov$version" export -instr-profile="$build/counts.profdata" "${objects[@]}" 2>"$build/counts.log" |
    jq -c --arg root "$PWD/" '.data[0] | (.files[] | {file: (.filename | ltrimstr($root)), lines: .summary.lines, branches: .summary.branches,
            segments: [.segments[] | select(.[5] | not)]}),
        (.functions[] | {function: (.name | sub("^.*:"; "")), at: (.filenames[0] | ltrimstr($root)), line: .regions[0][0], count})' \
        >"$build/counts.json"

# ---- the table: a folder, then its folders ----
jq -r 'select(.file) | select(.file | test("^(/|tests/|fuzz/)") | not) | [.file, .lines.count, .lines.covered, .branches.count, .branches.covered] | @tsv' \
    "$build/counts.json" | awk -F '\t' '
    function add(name) { lines[name] += $2; ran[name] += $3; branches[name] += $4; taken[name] += $5 }
    function percent(part, whole) { return whole == 0 ? "-" : sprintf("%.1f", 100 * part / whole) }
    { n = split($1, part, "/"); add(part[1] "/"); add("~"); if (n > 2) add(part[1] "/" part[2] "/") }
    END { for (name in lines)
              printf "%s\t| %s | %d | %s | %d | %s |\n", name, name == "~" ? "**all**" : "`" name "`", lines[name],
                  percent(ran[name], lines[name]), branches[name], percent(taken[name], branches[name]) }' |
    LC_ALL=C sort | { echo "| folder | lines | run, % | branches | taken, % |" && echo "|---|---|---|---|---|" && cut -f 2-; } |
    tee "$build/coverage.txt"

# ---- what nobody ran ----
# A function of a header is one in each file that includes it.
jq -r 'select(.function) | select(.at | test("^(/|tests/|fuzz/)") | not) | [.at, .line, .function, .count] | @tsv' "$build/counts.json" |
    awk -F '\t' '{ count[$1 ":" $2 ": " $3 "()"] += $4 } END { for (name in count) if (count[name] == 0) print name }' |
    LC_ALL=C sort -t : -k 1,1 -k 2,2n >"$build/uncovered.txt"
functions=$(wc -l <"$build/uncovered.txt")
# A segment is [line, column, count, has a count, a region begins, is a gap]: it lasts to the next one.
jq -r 'select(.file) | select(.file | test("^(/|tests/|fuzz/)") | not) | .file as $file | .segments as $s | range($s | length) as $i |
    select($s[$i][3] and $s[$i][2] == 0) | [$file, $s[$i][0], ($s[$i + 1] // $s[$i])[0]] | @tsv' "$build/counts.json" |
    LC_ALL=C sort -u -t $'\t' -k 1,1 -k 2,2n | awk -F '\t' '
    $1 != file || $2 > last + 1 { if (file != "") print file ":" first "-" last; file = $1; first = $2; last = $3 }
    $3 > last { last = $3 }
    END { if (file != "") print file ":" first "-" last }' >>"$build/uncovered.txt"
echo "$build/uncovered.txt: $functions functions and $(($(wc -l <"$build/uncovered.txt") - functions)) places that nobody ran"

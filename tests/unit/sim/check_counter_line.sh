#!/bin/bash
# A counter is one line: in a copy of the tree one is added to the table, and beside it only what counts. Every output
# has it then, and files of programs without it are read.
# test: slow
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
objects=$(cd "$root" && cd "${BUILD:-build}" && pwd)/obj
old=${objects%/obj}/poise
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset MAKEFLAGS MAKELEVEL BUILD
fail() {
    echo "$*"
    exit 1
}

# ---- the copy, with one line more ----
mkdir "$scratch/tree" && cd "$scratch/tree"
# shellcheck disable=SC2046 # several folders
(cd "$root" && tar -c Makefile mk vendor capture docs/DATA.md tests/*.h tests/unit/{profile,evaluate,probe,report} \
    $(sed -n 's/^MODULES := //p' mk/modules.mk)) | tar -x
sed -i '/^COUNTER(reply_flits/a LATER_COUNTER(counted_twice, "warp instruction", "added by a test")' sim_hooks/counters.def
sed -i 's/\([a-z_>.-]*\)hook\.warp_insts++;/& \1count.counted_twice += 2;/' sim/sm/issue.c
changed=$(diff -r "$root/sim" sim | grep -c '^>' || true) && lines=$(diff -r "$root/sim_hooks" sim_hooks | grep -c '^>' || true)
[ "$changed $lines" = "1 1" ] || fail "changed $changed lines of sim/ and $lines of sim_hooks/, not one each"
# Objects that neither see the table nor count are those of the build; files that were compiled are older than they.
modules=$(sed -n 's/^MODULES := //p' mk/modules.mk)
# shellcheck disable=SC2086 # several folders
(cd "$objects" && find $modules -name '*.o' | sort >"$scratch/all" &&
    grep -rlE --include='*.d' 'sim_hooks/counters\.def|sim/sm/issue\.c' $modules | sed 's/d$/o/' | sort >"$scratch/changed") || fail "no objects in $objects"
[ "$(wc -l <"$scratch/changed")" -gt 100 ] || fail "only $(wc -l <"$scratch/changed") objects see the table"
mkdir -p build/obj
comm -23 "$scratch/all" "$scratch/changed" | tar -c -C "$objects" -T - | tar -x -C build/obj
make -j2 OPT=-O0 LTO= LDFLAGS=-fno-lto CC="${CC:-cc}" build/poise build/tests/unit/report/test_data_doc >made.txt 2>&1 ||
    fail "$(tail -20 made.txt)"

# ---- all outputs have it ----
cp -r "$root/sim/presets" build/
small=$root/fuzz/corpus/trace/small.wtr
new=$PWD/build/poise
"$new" sim --json "$small" >sim.json
insts=$(sed -n 's/ *"warp_insts": \([0-9]*\),*/\1/p' sim.json)
[ "$insts" -gt 0 ] && grep -q "\"counted_twice\": $((2 * insts))," sim.json || fail "sim --json: $(grep -e warp_insts -e counted_twice sim.json)"
mkdir traces && cp "$small" traces
"$new" profile -c demo-8sm --grid coarse -o profile.h5 traces 2>/dev/null
"$new" evaluate -c demo-8sm -s gto,lrr -o results.h5 --csv results.csv --json results.json traces >table.txt 2>&1
for file in profile.h5 results.h5 results.csv results.json; do
    grep -aq counted_twice $file || fail "$file does not have the counter"
done
"$new" help --man sim | grep -q counted_twice || fail "the manual page does not have the counter"
build/tests/unit/report/test_data_doc --update >doc.txt 2>&1 || fail "$(cat doc.txt)"
[ "$(grep -c 'counted_twice.*added by a test' docs/DATA.md)" = "$(grep -c 'reply_flits` |' docs/DATA.md)" ] ||
    fail "docs/DATA.md does not have the counter wherever it has others"

# ---- programs without it and with it read each other's files ----
"$old" profile -c demo-8sm --grid coarse -o old_profile.h5 traces 2>/dev/null
"$old" evaluate -c demo-8sm -s gto,lrr -o old_results.h5 traces >table.txt 2>&1
for file in old_profile.h5 old_results.h5; do "$new" report -o "$file.html" "$file" >/dev/null || fail "$file is not read"; done
for file in profile.h5 results.h5; do "$old" report -o "$file.html" "$file" >/dev/null || fail "$file is not read by the program without the counter"; done

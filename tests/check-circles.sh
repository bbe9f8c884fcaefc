#!/bin/bash
# Checks that the files of a module do not include each other in circles.
#
#   tests/check-circles.sh "MODULES" "MODULES WITH CIRCLES"
#
# The arguments are the tables of mk/modules.mk (`make check-modules` passes them). NAME.c, NAME.h and NAME.def count as one file. A
# header without a .c file that one file alone includes belongs to that file. Prints the files of each circle in
# one line. A module of the second list must have a circle, so that it leaves the list when the last one is gone. Exit
# code 1 when a module has a circle and may not, or the other way round.
set -u
cd "$(dirname "$0")/.." || exit 1
failures=0

# includes MODULE: lines "FILE HEADER" of all its includes; headers without a folder stand beside the file.
includes() {
    grep -rn --include='*.[ch]' --include='*.def' '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$1" |
        awk -F: '{
            split($0, quoted, "\"")
            folder = $1
            sub(/[^\/]*$/, "", folder)
            print $1, (quoted[2] ~ /\// ? quoted[2] : folder quoted[2])
        }'
}

# circles MODULE: a line of files for each circle. A file is on a circle when it reaches itself; files that reach each
# other are on the same one.
circles() {
    { find "$1" \( -name '*.[ch]' -o -name '*.def' \) | LC_ALL=C sort | sed 's/^/file /' && includes "$1"; } | awk '
        function stem(file) { sub(/\.(c|h|def)$/, "", file); return file }
        function owner(name) { return name in belongs ? belongs[name] : name }
        function visit(from, at,    i, n, next_one) {
            n = split(uses[at], next_one)
            for (i = 1; i <= n; i++)
                if (!((from, next_one[i]) in reaches)) {
                    reaches[from, next_one[i]] = 1
                    visit(from, next_one[i])
                }
        }
        $1 == "file" {
            if (!(stem($2) in known)) names[++count] = stem($2)
            known[stem($2)]
            if ($2 ~ /\.c$/) compiled[stem($2)]
            next
        }
        stem($2) in known && stem($1) != stem($2) && !((stem($1), stem($2)) in seen) {
            seen[stem($1), stem($2)]
            from[++edges] = stem($1)
            to[edges] = stem($2)
            users[stem($2)]++
        }
        END {
            for (e = 1; e <= edges; e++)
                if (users[to[e]] == 1 && !(to[e] in compiled)) belongs[to[e]] = from[e]
            for (e = 1; e <= edges; e++)
                if (owner(from[e]) != owner(to[e])) uses[owner(from[e])] = uses[owner(from[e])] " " owner(to[e])
            for (i = 1; i <= count; i++) visit(names[i], names[i])
            for (i = 1; i <= count; i++) {
                if (!((names[i], names[i]) in reaches) || names[i] in printed) continue
                line = names[i]
                for (j = i + 1; j <= count; j++)
                    if ((names[i], names[j]) in reaches && (names[j], names[i]) in reaches) {
                        line = line " " names[j]
                        printed[names[j]]
                    }
                print line
            }
        }'
}

for module in $1; do
    found=$(circles "$module")
    case " $2 " in
    *" $module "*)
        [ -n "$found" ] && continue
        echo "$module: has no circle any more; take it out of CIRCLES in mk/modules.mk"
        ;;
    *)
        [ -z "$found" ] && continue
        while read -r line; do echo "$module: include each other in a circle: $line"; done <<<"$found"
        ;;
    esac
    failures=$((failures + 1))
done
[ -n "$1" ] || exit 1
[ "$failures" = 0 ]

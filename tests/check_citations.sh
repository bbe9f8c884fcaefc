#!/bin/bash
# Comments cite only what a reader of the repository can find: a document (NAME.md) that a source file names is in the tree, from the
# root, in docs/ or beside the file, and a key in brackets such as [T5.1], [GS] or [C-src] is explained in docs/SOURCES.md.
#
#   tests/check_citations.sh [ROOT]
set -u
cd "${1:-$(dirname "$0")/..}" || exit 1
failures=0

# Documents that the command writes, not cites.
written=" report.md results.md "

sources() {
    find . \( -path ./vendor -o -path './build*' -o -path ./datasets/traces -o -path ./.git \) -prune -o -type f \
        \( -name '*.[ch]' -o -name '*.def' -o -name '*.cl' -o -name '*.conf' -o -name '*.mk' \) -print | sed 's|^\./||' | LC_ALL=C sort
}

failure() {
    failures=$((failures + 1))
    echo "$1"
}

while IFS=: read -r file line document; do
    case "$written" in *" $document "*) continue ;; esac
    [ -e "$document" ] || [ -e "docs/$document" ] || [ -e "${file%/*}/$document" ] ||
        failure "$file:$line: cites $document, which is not in the tree"
done < <(sources | xargs grep -HnoE '[A-Za-z0-9_][A-Za-z0-9_/.-]*\.md\b')

# A key is a letter with the number of a table, section, figure or equation, or capital letters; several are set apart by commas,
# and what follows a key after a space or colon says where in the source.
key='[TSFE][0-9]+\.[0-9.]+|[A-Z][A-Z]?(-[a-z]+)?'
while IFS=: read -r file line _ cited; do
    case $cited in
    [TSFE][0-9]*) cited="[${cited%%[0-9]*}" ;;
    *) cited="[$cited]" ;;
    esac
    grep -qF "\`$cited" docs/SOURCES.md || grep -qF "**$cited**" docs/SOURCES.md ||
        failure "$file:$line: cites $cited, which docs/SOURCES.md does not explain"
done < <(sources | xargs grep -HnE "\[($key)[],: ]" | grep -E '^[^:]*:[0-9]+:( ?/?\*|.*/\*|.*CONFIG_)' |
    awk -v key="^($key)\$" '{
        split($0, place, ":")
        rest = $0
        while (match(rest, /\[[^][]*\]/)) {
            n = split(substr(rest, RSTART + 1, RLENGTH - 2), cited, /, */)
            if (RSTART > 1 && substr(rest, RSTART - 1, 1) ~ /[]A-Za-z0-9_]/) n = 0 # the length of an array
            if (substr(rest, RSTART + RLENGTH, 1) == "[") n = 0                    # the shape of one
            for (i = 1; i <= n; i++) {
                sub(/[ :].*/, "", cited[i])
                if (cited[i] ~ key) print place[1] ":" place[2] "::" cited[i]
            }
            rest = substr(rest, RSTART + RLENGTH)
        }
    }' | LC_ALL=C sort -u)

[ "$failures" = 0 ]

#!/bin/bash
# Checks that no module includes a header of a module it may not use, and no part of a module one of a part it may not use.
#
#   tests/check-modules.sh "MODULE: USED MODULES" ... "MODULE/PART: USED PARTS" ...
#
# The arguments are the tables of mk/modules.mk (`make check-modules` passes them). A module is a folder of the root; a header
# is named by its path from the root, "MODULE/...", or by its bare name when it stands in the same folder. A part is a folder of
# its module: it may not use headers that stand beside the parts. A module that has parts in the table has all its folders with sources
# there. Prints one line for each violation; exit code 1 when there is one.
set -u
cd "$(dirname "$0")/.." || exit 1
violations=0

violation() {
    violations=$((violations + 1))
    echo "$1"
}

# check_include FILE LINE HEADER "ALLOWED MODULES": one #include "HEADER" of FILE.
check_include() {
    local file=$1 line=$2 header=$3 allowed=$4
    case $header in
    */*)
        local module=${header%%/*}
        case " $allowed " in
        *" $module "*) ;;
        *) violation "$file:$line: includes \"$header\", but ${file%%/*} may use only: $allowed" ;;
        esac
        ;;
    *) [ -e "${file%/*}/$header" ] || violation "$file:$line: \"$header\" is not named by its path from the root" ;;
    esac
}

# check_part FILE LINE HEADER MODULE "ALLOWED PARTS": one #include "HEADER" of FILE, which belongs to a part of MODULE.
check_part() {
    local file=$1 line=$2 header=$3 module=$4 allowed=$5
    [ "${header%%/*}" = "$module" ] || return
    local below=${header#*/}
    case " $allowed " in
    *" ${below%%/*} "*) ;;
    *) violation "$file:$line: includes \"$header\", but ${file%/*} may use only: $allowed" ;;
    esac
}

for entry in "$@"; do
    module=${entry%%:*}
    case $module in
    */*)
        parent=${module%%/*} allowed="${module#*/}${entry#*:}"
        while IFS=: read -r file line text; do
            header=${text#*\"}
            check_part "$file" "$line" "${header%%\"*}" "$parent" "$allowed"
        done < <(grep -rn --include='*.[ch]' --include='*.def' '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$module")
        continue
        ;;
    esac
    allowed="$module${entry#*:}"
    while IFS=: read -r file line text; do
        header=${text#*\"}
        check_include "$file" "$line" "${header%%\"*}" "$allowed"
    done < <(grep -rn --include='*.[ch]' --include='*.def' '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$module")
done
parents=$(printf '%s\n' "$@" | sed -n 's|^\([a-z_]*\)/.*|\1|p' | sort -u)
for folder in $(for parent in $parents; do find "$parent" -mindepth 2 -name '*.[ch]'; done | cut -d/ -f1,2 | sort -u); do
    printf '%s\n' "$@" | grep -q "^$folder:" || violation "$folder: is not in the table of parts"
done
[ $# -gt 0 ] || violation "no module given"
[ "$violations" = 0 ]

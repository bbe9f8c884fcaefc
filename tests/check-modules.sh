#!/bin/bash
# Checks that no module includes a header of a module it may not use.
#
#   tests/check-modules.sh "MODULE: USED MODULES" ...
#
# The arguments are the table of mk/modules.mk (`make check-modules` passes them). A module is a folder of the root; a header
# is named by its path from the root, "MODULE/...", or by its bare name when it stands in the same folder. Prints one
# line for each violation; exit code 1 when there is one.
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

for entry in "$@"; do
    module=${entry%%:*}
    allowed="$module${entry#*:}"
    while IFS=: read -r file line text; do
        header=${text#*\"}
        check_include "$file" "$line" "${header%%\"*}" "$allowed"
    done < <(grep -rn --include='*.[ch]' --include='*.def' '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$module")
done
[ $# -gt 0 ] || violation "no module given"
[ "$violations" = 0 ]

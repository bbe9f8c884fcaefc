#!/bin/bash
# Checks that no room includes a header of a room it may not use.
#
#   tests/check-rooms.sh "ROOM: USED ROOMS" ...
#
# The arguments are the table of mk/rooms.mk (`make check-rooms` passes them). A room is a folder of the root; a header
# is named by its path from the root, "ROOM/...", or by its bare name when it stands in the same folder. Prints one
# line for each violation; exit code 1 when there is one.
set -u
cd "$(dirname "$0")/.." || exit 1
violations=0

violation() {
    violations=$((violations + 1))
    echo "$1"
}

# check_include FILE LINE HEADER "ALLOWED ROOMS": one #include "HEADER" of FILE.
check_include() {
    local file=$1 line=$2 header=$3 allowed=$4
    case $header in
    */*)
        local room=${header%%/*}
        case " $allowed " in
        *" $room "*) ;;
        *) violation "$file:$line: includes \"$header\", but ${file%%/*} may use only: $allowed" ;;
        esac
        ;;
    *) [ -e "${file%/*}/$header" ] || violation "$file:$line: \"$header\" is not named by its path from the root" ;;
    esac
}

for entry in "$@"; do
    room=${entry%%:*}
    allowed="$room${entry#*:}"
    while IFS=: read -r file line text; do
        header=${text#*\"}
        check_include "$file" "$line" "${header%%\"*}" "$allowed"
    done < <(grep -rn --include='*.[ch]' --include='*.def' '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$room")
done
[ $# -gt 0 ] || violation "no room given"
[ "$violations" = 0 ]

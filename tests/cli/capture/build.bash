# Sourced by the capture tests: builds their OpenCL programs in the current folder.
tests=$POISE_ROOT/tests/cli/capture

build() {
    cc -std=c11 -O1 -Wall -Wextra -Werror -o "$1" "$tests/$1.c" -lOpenCL -lm
}

# value FILE NAME: one line of `poise trace info`.
value() {
    poise trace info "$1" | awk -v name="$2" '$1 == name { print $2 }'
}

# expect FILE NAME VALUE
expect() {
    local is
    is=$(value "$1" "$2")
    [ "${is:-0}" = "$3" ] || {
        echo "$1: $2 is ${is:-absent}, expected $3"
        exit 1
    }
}

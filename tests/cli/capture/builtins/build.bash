# Sourced by the tests of built-in functions: builds their programs in the current folder and runs them untraced.
sources=$POISE_ROOT/tests/cli/capture/builtins

# build NAME [LIBRARY...]: with gcc, which has 128-bit integers and floating point.
build() {
    gcc -std=gnu11 -O1 -Wall -Wextra -Werror -o "$1" "$sources/$1.c" -lOpenCL "${@:2}" -lm || exit 1
}

run() {
    OCL_ICD_VENDORS=$(dirname "$(command -v poise)")/libpoise_opencl.so "$@"
}

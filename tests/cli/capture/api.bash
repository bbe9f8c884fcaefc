# Sourced by the tests of the platform's interface: builds api/NAME.c in the current folder and runs it on the platform
# itself, without `poise capture`.
run_api() {
    cc -std=c11 -O1 -Wall -Wextra -Werror -o "$1" "$POISE_ROOT/tests/cli/capture/api/$1.c" -lOpenCL -lpthread &&
        OCL_ICD_VENDORS=$POISE_BUILD/libpoise_opencl.so "./$1"
}

# printf: formats, vectors, constant strings, in the order of work-items whatever the barriers.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
poise capture -o speak -- ./one_launch "$tests/printf.cl" speak 64 2>error || cat error
poise capture -o order -- ./one_launch "$tests/printf.cl" order 512 2>error || cat error
poise capture -o bare -- ./one_launch "$tests/printf.cl" bare 1 "-w" 2>error || cat error
# A launch prints so much; the rest is said to be lost.
poise capture -o endless -- ./one_launch "$tests/printf.cl" endless 1 2>error | tail -1

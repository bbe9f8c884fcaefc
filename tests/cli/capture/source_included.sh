# Instructions of a function from an included file belong to the line that calls it.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
printf '\n\n\n\nint helper(int x)\n{\n    return x * 17 + 3;\n}\n' >helper.h
cat >program.cl <<'CL'
#include "helper.h"
__kernel void includes(__global int *out)
{
    int i = get_global_id(0);
    out[i] = helper(out[i]);
}
CL
poise capture -o traces -- ./one_launch program.cl includes 32 "-I ." 2>/dev/null || exit 1
poise trace print --source -n 0 traces | grep '^;'

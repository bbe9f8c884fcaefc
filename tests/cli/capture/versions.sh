# Whatever LLVM the compiler was built with: it says so, traces say so unless it is 14, and programs that clang 14 only warns of are
# compiled.
. "$POISE_ROOT/tests/cli/capture/build.bash"
llvm=$(poise-kernel-compiler version | sed -n 's/^LLVM \([0-9]*\)\.[0-9.]*$/\1/p')
[ -e "$(poise-kernel-compiler version | sed -n 's/^libclc //p')" ] || exit 1
build one_launch
cat >loose.cl <<'CL'
__constant limit = 5;
__kernel void loose(__global int *o)
{
    __global int *p = 0x1000;
    o[get_global_id(0)] = p == o ? o : limit;
}
CL
poise capture -o traces -- ./one_launch loose.cl loose 64 2>error || cat error
poise trace info --json traces/0000-loose.wtr | jq -r '[.notes[] | select(.key == "compiler").value][0] // "LLVM 14"' | sed "s/LLVM $llvm$/as it is/"
poise-kernel-compiler build loose.cl loose.so -Werror 2>&1 | grep 'error: ' | grep -o 'Wint-conversion\|Wimplicit-int' | sort -u

# Sourced by tests of confinement, after build.bash: a linker that puts escape.c into every kernel, in the place of sin.
build one_launch
poise capture --sandbox require -- true 2>message || { cat message && exit 77; }
mkdir tools
${CC:-cc} -O1 -fPIC -fno-builtin -fno-stack-protector -c -o tools/escape.o "$tests/escape.c" || exit 1
cat >tools/ld <<EOF
#!/bin/sh
exec $(command -v ld) -Bsymbolic "\$@" $PWD/tools/escape.o
EOF
chmod +x tools/ld
PATH=$PWD/tools:$PATH
export POISE_CACHE=$PWD/cache
touch harmless

# attempt NUMBER OPTIONS...: what is said of the launch of that attack, of escape.c; COMMAND runs the capture
attempt() {
    local number=$1
    shift
    rm -rf traces
    "${COMMAND[@]}" poise capture "$@" -o traces -- ./one_launch "$tests/escape.cl" escape "$number" 2>&1 |
        sed -n 's/.*exit code 1: //p' | sed 's/ at 0x[0-9a-f]*/ at ADDRESS/'
}
COMMAND=()

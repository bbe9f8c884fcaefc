# The compiler writes where its result goes and nowhere else, and reaches no network: a linker tries.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build one_launch
poise capture --sandbox require -- true 2>message || { cat message && exit 77; }
mkdir tools
cat >tools/ld <<EOF
#!/bin/bash
touch $PWD/harm 2>/dev/null
touch "\$TMPDIR/own" || exit 8
bash -c ': >/dev/udp/127.0.0.1/9' 2>/dev/null && touch $PWD/connected "\$TMPDIR/connected"
[ ! -e "\$TMPDIR/connected" ] || exit 9
exec $(command -v ld) "\$@"
EOF
chmod +x tools/ld
for sandbox in require off; do
    echo "== $sandbox"
    PATH=$PWD/tools:$PATH poise capture --no-cache --sandbox $sandbox -o $sandbox -- ./one_launch "$tests/faults.cl" fill 64 >/dev/null 2>&1
    echo "exit code $?, $(ls $sandbox 2>/dev/null | grep -c wtr) traces"
    ls -d harm connected 2>/dev/null
done

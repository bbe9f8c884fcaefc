# When no launch matches --kernels and --launches, or the program launches nothing, that is an error, and neither folder nor file is left.
export PATH=$POISE_BUILD/datasets:$PATH
try() {
    poise capture "$@" -- histogram --size 256 --length 2 >/dev/null
    echo "exit $?"
}
try -k nothing -o none
try -k 'hist.*' -l 1-9 -o none
try -k nothing -o none.wtrs
try -k '[' -o none
try -l 9-1 -o none
poise capture -o none -- true
echo "exit $?"
ls
poise capture -k 'histo' -l 0-9 -o some -- histogram --size 256 --length 2 2>/dev/null
ls some/*.wtr

# An interrupted probe goes on, and the file that comes out is the same to the byte; another machine does not go on in it.
# test: slow
poise probe --progress never -c demo-8sm --what hierarchy --to 64K -o whole.h5 >whole.txt || exit 1
timeout -s INT 0.3 poise probe --progress never -c demo-8sm --what hierarchy --to 64K -o parts.h5 >/dev/null 2>log
code=$?
[ $code = 124 ] || [ $code = 0 ] || echo "interrupted: $code"
poise probe --progress never -c demo-8sm --what hierarchy --to 64K -o parts.h5 >parts.txt || exit 1
cmp whole.h5 parts.h5 && cmp whole.txt parts.txt && echo same
# Killed while it measures: what was kept is whole.
(timeout -s KILL 0.4 poise probe --progress never -c demo-8sm --what hierarchy --to 64K -o killed.h5 >/dev/null; true) 2>/dev/null
poise probe --progress never -c demo-8sm --what hierarchy --to 64K -o killed.h5 >/dev/null || exit 1
rm -rf "$TMPDIR"/poise-probe-?????? # what the killed one left
cmp whole.h5 killed.h5 && echo same
# Nothing is left to do, and the same is said.
poise probe --progress never -c demo-8sm --what hierarchy --to 64K -o whole.h5 | cmp - whole.txt && echo same
for options in '-c volta --what hierarchy --to 64K' '-c demo-8sm --what hierarchy --to 128K' '-c demo-8sm --what hierarchy --to 64K --policies l2:dip' '-c demo-8sm --what hierarchy --to 64K --order random'; do
    # shellcheck disable=SC2086 # words on purpose
    poise probe --progress never $options -o whole.h5
    echo $?
done

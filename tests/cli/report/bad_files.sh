# What is neither profile nor data set is refused with a sentence, and no report is left.
. "$POISE_ROOT/tests/cli/report/small.bash"
small_profile
try() {
    poise report "$@" -o report.html
    echo $?
}
try missing.h5
try .
echo "not a profile" >text.h5
try text.h5
: >empty.h5
try empty.h5
head -c 5000 small.h5 >short.h5
try short.h5
cp small.h5 flipped.h5
printf 'X' | dd of=flipped.h5 bs=1 seek=9000 conv=notrunc status=none
try flipped.h5
ls report.html 2>/dev/null || echo "no report"

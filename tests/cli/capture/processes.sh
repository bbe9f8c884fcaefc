# A capture of several processes: every launch has a number and a trace of its own, also those of processes that outlive
# the program. The program may ignore the end of its children
# and close files that are not its own.
. "$POISE_ROOT/tests/cli/capture/build.bash"
build processes
for what in fork orphan exec daemon ignored closed; do
    poise capture -o $what -- sh -c 'exec ./processes "$0" $$' $what 2>message || cat message
    echo $what: $(cd $what && ls -- *.wtr)
done
uniq -c own
poise capture -o script -- sh -c './processes once; ./processes once' 2>/dev/null
echo script: $(cd script && ls -- *.wtr)

# What is asked of SMs and programs, and cannot be.
trace=$POISE_ROOT/fuzz/corpus/trace/small.wtr
try()
{
    poise sim --set sms=4 "$@" 2>&1 | sed "s/^poise sim: //; s|$POISE_ROOT/||"
    echo "exit ${PIPESTATUS[0]}"
}
try --app "$trace@0-2" --app "$trace@2-3"
try --app "$trace@3" --app "$trace@2"
try --app "$trace@4" --app "$trace"
try --app "$trace@2-4"
try --app "$trace@9"
try --app "$trace@0"
try --app "$trace" "$trace"
try --alone "$trace"
try --bottleneck --app "$trace" --app "$trace"
mkdir empty
try --app empty --app "$trace"
try --app "$trace" --app missing@1
try --app @demo@1 2>&1 | sed 's/for [0-9]* programs/for N programs/'
try --app "$trace" --app @nothing

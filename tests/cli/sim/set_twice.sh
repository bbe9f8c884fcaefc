# --set and --scale add up when they are given again, in the order of the command line; a later value of the same key wins.
trace="$POISE_ROOT/fuzz/corpus/trace/small.wtr"
shown() {
    poise sim "$@" --show-config "$trace" | sed -nE 's/^(sms|warps|l1_mshrs) = ([0-9]*) *# (--[^ ]*|default).*/\1 = \2 (\3)/p'
}
shown --set sms=3 --set warps=16
shown --set sms=3,warps=16 --set ' sms = 5 '
shown --set l1_mshrs=10 --scale l1=2 --scale l1=2
poise sim --set sms=3 --set sms "$trace"

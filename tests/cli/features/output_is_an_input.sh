# The profile, which took long to make, is still there.
poise profile --set sms=1 -o profile.h5 "$POISE_ROOT/fuzz/corpus/trace/small.wtr" 2>/dev/null || exit 4
cp profile.h5 kept.h5
poise features profile.h5 -o ./profile.h5
code=$?
cmp profile.h5 kept.h5
exit $code

# Sourced by tests of reports: small.h5, the profile of one launch with 3 warps per scheduler, all 6 tuples measured.
# small_profile OPTION...
small_profile() {
    poise profile --set sms=1 --progress never "$@" -o small.h5 "$POISE_ROOT/fuzz/corpus/trace/small.wtr" 2>/dev/null || exit 99
}

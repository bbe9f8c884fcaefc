# A file size limit stands for a full disk (the signal ignored, writes fail); nothing is left behind.
. "$POISE_ROOT/tests/cli/report/small.bash"
small_profile
trap '' XFSZ
ulimit -f 1
for output in report.html report.svg figures/; do
    poise report small.h5 -o $output 2>&1 | cat
    echo "${PIPESTATUS[0]}"
done
ls . figures

# On a coarse grid there is a bubble at every measured tuple and nowhere else.
. "$POISE_ROOT/tests/cli/report/coarse.bash"
poise report coarse.h5 -o report.html || exit 1
xmllint --noout report.html || exit 1
poise report coarse.h5 --format csv | tail -n +2 | while IFS=, read -r number program run kernel launch split warps rest; do
    poise report coarse.h5 --kernel "$program/$kernel/$launch" -o one.svg || exit 1
    bubbles=$(grep -o '<circle cx="[0-9]*" cy="[0-9]*" r="0[.][0-9]*"><title>{' one.svg | wc -l)
    echo "$number $program $kernel $launch $split: W $warps, $bubbles bubbles, ${rest##*,} measured"
done
grep -o '<details class="launch" open="open">' report.html | wc -l

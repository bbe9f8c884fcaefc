# A program's name is no markup, no path, no formula of a table, no end of a line, whatever it is made of.
. "$POISE_ROOT/tests/cli/report/small.bash"
for name in '<script>alert(1)</script>' '"><img src=x onerror=alert(1)>' '../../up' ']]></style>' '|a|b|'; do
    rm -rf small.h5 small.h5.parts figures
    small_profile --group "$name"
    poise report small.h5 -o report.html && poise report small.h5 -o report.svg || exit 1
    poise report small.h5 -o figures/ 2>/dev/null || exit 1
    xmllint --noout report.html report.svg || exit 1
    grep -c '<script>alert\|<img\|]]></style' report.html report.svg
    ls figures
    poise report small.h5 | awk -F'[|]' 'NR == 3 { gsub(/\\\|/, "") } { print "cells:", NF }' | sort | uniq -c | tr -s ' '
    poise report small.h5 | tail -n +3 | head -n 1 | cut -d ' ' -f 2-6 | LC_ALL=C tr -cd '[:print:]\n'
    poise report small.h5 --format csv | wc -l
done

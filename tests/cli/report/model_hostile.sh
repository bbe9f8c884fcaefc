# Names of programs, runs and kernels are no markup and no path, whatever they are made of.
for name in '<script>alert(1)</script>' '"><img src=x onerror=alert(1)>' '../../up' ']]></style>' '|a|b|' "&lt;'"; do
    quoted=${name//\"/\"\"}
    awk -v name="\"$quoted\"" 'NR == 2 { $0 = name "," name substr($0, length("a,k0") + 1) } { print }' \
        "$POISE_ROOT/tests/cli/train/kernels.csv" >hostile.csv
    poise features --from csv hostile.csv -o data.h5 2>/dev/null || exit 99
    poise train --ridge 0.1 -o m.model data.h5 2>/dev/null || exit 99
    for form in html svg md csv; do
        poise report m.model data.h5 -o report.$form || exit 1
    done
    xmllint --noout report.html report.svg || exit 1
    grep -c '<script>alert\|<img\|]]></style' report.html report.svg
    echo "on the page: $(xmllint --xpath 'string(//*[local-name() = "tbody"]/*[1]/*[2])' report.html)"
    wc -l <report.csv
done

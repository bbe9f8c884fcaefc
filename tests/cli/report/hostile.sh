# Names of programs and runs are no markup, no path, no cell of a table, whatever they are made of. A run is called as its folder is.
for name in '<script>alert(1)</script>' '"><img src=x onerror=alert(1)>' '../../up' ']]></style>' '|a|b|' "&lt;'"; do
    rm -rf traces small.h5 small.h5.parts figures
    folder=traces/${name//\//_}
    mkdir -p "$folder" && cp "$POISE_ROOT/fuzz/corpus/trace/small.wtr" "$folder"
    poise profile --set sms=1 --progress never --group "$name" -o small.h5 "$folder" 2>/dev/null || exit 99
    poise report small.h5 -o report.html && poise report small.h5 -o report.svg && poise report small.h5 -o report.md || exit 1
    poise report small.h5 -o figures/ 2>/dev/null || exit 1
    ls figures
    xmllint --noout report.html report.svg || exit 1
    grep -c '<script>alert\|<img\|]]></style' report.html report.svg
    echo "on the page: $(xmllint --xpath 'string(//*[local-name() = "tbody"]/*[1]/*[2])' report.html)"
    sed -n 's/^|  1 | \(.*\) | small .*/Markdown: \1/p' report.md | tr -s ' '
    poise report small.h5 --format csv | wc -l
done

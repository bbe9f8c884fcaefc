# For tests that look at a page in Chromium; what the console says is kept in the file `console`.
browse() {
    chromium --headless=new --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" --window-size=1240,1600 \
        --enable-logging=stderr "$@" 2>log
    grep 'CONSOLE' log >>console
}

# report.html on a light and on a dark screen.
browse_screens() {
    browse --screenshot=light.png "file://$PWD/report.html"
    browse --screenshot=dark.png --blink-settings=preferredColorScheme=0 "file://$PWD/report.html"
    for shot in light dark; do
        [ "$(stat -c %s $shot.png)" -gt 20000 ] && echo "$shot: drawn"
    done
    cmp -s light.png dark.png || echo "they differ"
}

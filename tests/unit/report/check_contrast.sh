#!/bin/bash
# The colours of reports can be read: contrast (WCAG 2.1) of texts to paper and panel is at least 4.5, of marks at least 3, on
# light and on dark paper.
set -eu
awk -F'[(", ]+' '
function digit(character) {
    return index("0123456789abcdef", character) - 1
}
function part(colour, i,  v) {
    v = (16 * digit(substr(colour, 2 * i, 1)) + digit(substr(colour, 2 * i + 1, 1))) / 255
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ^ 2.4
}
function luminance(colour) {
    return 0.2126 * part(colour, 1) + 0.7152 * part(colour, 2) + 0.0722 * part(colour, 3)
}
function contrast(a, b,  x, y) {
    x = luminance(a) + 0.05
    y = luminance(b) + 0.05
    return x > y ? x / y : y / x
}
/^COLOUR\(/ { n++; name[n] = $2; colour[$2, 0] = $3; colour[$2, 1] = $4 }
END {
    for (i = 1; i <= n; i++) {
        least = name[i] ~ /^text/ ? 4.5 : name[i] ~ /^mark/ ? 3 : 0
        if (!least)
            continue
        for (dark = 0; dark < 2; dark++) {
            for (k = 0; k < 2; k++) {
                ground = k ? "panel" : "paper"
                value = contrast(colour[name[i], dark], colour[ground, dark])
                checked++
                if (value < least) {
                    printf "%s on %s %s: %.2f, at least %.1f\n", name[i], dark ? "dark" : "light", ground, value, least
                    failed = 1
                }
            }
        }
    }
    if (checked < 36) {
        print "only " checked " contrasts were found"
        failed = 1
    }
    exit failed
}' "$(dirname "$0")/../../../report/page/colours.def"

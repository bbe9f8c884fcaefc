# Manual pages are what man and mandoc take for flawless, and have every option of --help, an example and the sections that pages
# have.
# test: slow
check() { # check PAGE NAME: what the formatters say of it
    ! command -v man >/dev/null || man --warnings -E UTF-8 -l -Tutf8 -Z "$1" 2>&1 >/dev/null | sed "s/^/$2: /"
    # Without a date the page is the same for everybody who makes it.
    ! command -v mandoc >/dev/null || mandoc -Tlint -Wwarning "$1" | grep -v 'missing date' | sed "s/^/$2: /"
}
poise help --man >page && check page poise
for verb in $(poise help --complete -- '' | cut -f 1); do
    poise help --man "$verb" >page || exit 1
    check page "$verb"
    for section in NAME SYNOPSIS DESCRIPTION EXAMPLES 'EXIT STATUS' 'SEE ALSO'; do
        grep -qx ".SH $section" page || echo "$verb: no $section"
    done
    grep -q '^poise\\*' page || grep -q "^poise $verb" page || echo "$verb: no example"
    sed 's/\\-/-/g; s/\\f[BRI]//g' page >plain
    poise "$verb" --help | sed -n 's/^  *\(-., \)\{0,1\}--\([a-z0-9-]*\).*/--\2/p' | while read -r option; do
        grep -q -- "^\(-., \)\{0,1\}$option\( \|$\)" plain || echo "$verb: $option is missing"
    done
done

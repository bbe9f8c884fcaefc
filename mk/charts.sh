#!/bin/sh
# mk/charts.sh FOLDER: fetches the packages of mk/npm-packages.txt into FOLDER, one file NUMBER-NAME.js each with the text of its
# licence in front. What is there already is left alone. Pages do without (docs/REPORT.md), so that being offline is no error.
set -u
folder=$1
here=$(dirname "$0")
list=$(grep -v '^#' "$here/npm-packages.txt")
number=0

# NAME VERSION SHA512 FILE OUTPUT, in an empty working folder
fetch() {
    npm pack --silent --fetch-retries=0 --fetch-timeout=30000 "$1@$2" >archive 2>log || { sed 's/^/  /' log >&2; return 1; }
    archive=$(tail -n 1 archive)
    echo "$3  $archive" | sha512sum -c --status || { echo "  $archive is not the one that mk/npm-packages.txt names" >&2; return 1; }
    tar xzf "$archive" || return 1
    # "]]>" would end the section of character data that a page holds it in; the space changes nothing between operators
    { echo "/* $1 $2"; cat package/LICENSE; echo "*/"; sed 's/\]\]>/]] >/g' "package/$4"; echo; } >script
    if grep -q '</script\|]]>' script; then
        echo "  $archive cannot stand in a page" >&2
        return 1
    fi
    mv script "$5.tmp" && mv "$5.tmp" "$5"
}

mkdir -p "$folder" || exit 1
folder=$(cd "$folder" && pwd)

# what an older list named
for file in "$folder"/[0-9]-*.js; do
    name=${file##*/}
    echo "$list" | awk '{ sub(".*/", "", $1); print NR "-" $1 "-" $2 ".js" }' | grep -qxF "$name" || rm -f "$file"
done

echo "$list" | while read -r name version hash file; do
    number=$((number + 1))
    output=$folder/$number-$(basename "$name")-$version.js
    [ -s "$output" ] && continue
    if ! command -v npm >/dev/null; then
        echo "npm is not installed: pages are built without the charting library" >&2
        break
    fi
    work=$(mktemp -d) || exit 1
    (cd "$work" && fetch "$name" "$version" "$hash" "$file" "$output") || {
        echo "$name $version was not fetched: pages are built without the charting library" >&2
        rm -rf "$work"
        break
    }
    rm -rf "$work"
done
# half a library is none
[ "$(find "$folder" -name '[0-9]-*.js' | wc -l)" -eq "$(echo "$list" | wc -l)" ] || rm -f "$folder"/[0-9]-*.js
exit 0

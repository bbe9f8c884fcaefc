#!/bin/sh
# mk/release/again.sh FOLDER: are archive, list and packages of this commit, made from a clone in another place, those of FOLDER? $VENDOR
# is as in deb.sh.
set -eu
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
git clone -q . "$place/from/another"
make -C "$place/from/another" BUILD=place CHARTS="$VENDOR" deb >"$out/again.log" 2>&1 ||
    { tail -n 20 "$out/again.log" >&2; echo "the packages cannot be built there: $out/again.log" >&2; exit 1; }
code=0
for made in "$out"/*.tar.xz "$out"/*.spdx.json "$out"/*.deb; do
    name=$(basename "$made")
    if cmp -s "$made" "$place/from/another/place/dist/$name"; then
        echo "the same: $name"
    else
        echo "not the same from another folder: $name" >&2
        code=1
    fi
done
exit $code

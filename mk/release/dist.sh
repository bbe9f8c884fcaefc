#!/bin/sh
# mk/release/dist.sh FOLDER: see mk/release.mk. $VERSION is the version.
set -eu
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
name=poise-$VERSION
commit=$(git rev-parse --short=12 HEAD)
date=$(git log -1 --format=%ct)

[ -z "$(git status --porcelain)" ] || echo "warning: changes that are not committed are not in it" >&2
# The archive knows its commit without git (Makefile: COMMIT).
git archive --format=tar --prefix="$name/" --add-virtual-file="$name/.poise-commit:$commit" HEAD |
    xz -T1 -6 >"$out/$name.tar.xz.tmp"
mv "$out/$name.tar.xz.tmp" "$out/$name.tar.xz"
(cd "$out" && sha256sum "$name.tar.xz" >"$name.tar.xz.sha256")

# Software that it is built with and runs with: what Debian has here of mk/packages.txt; and the charting library, by its own list.
packages() {
    mk/deps.sh names build | tr '|' '\n' | sort -u | while read -r package; do
        [ -z "$package" ] || dpkg-query -W -f '${db:Status-Abbrev}\t${Package}\t${Version}\n' "$package" 2>/dev/null || true
    done | awk -F'\t' '$1 ~ /^ii/ { print "deb\t" $2 "\t" $3 }'
    awk '!/^#/ && NF { print "npm\t" $1 "\t" $2 }' mk/npm-packages.txt
}
packages | jq -R -s --arg name "$name" --arg version "$VERSION" --arg commit "$commit" \
    --arg created "$(date -u -d "@$date" +%Y-%m-%dT%H:%M:%SZ)" --arg sum "$(cut -d' ' -f1 "$out/$name.tar.xz.sha256")" \
    -f mk/release/spdx.jq >"$out/$name.spdx.json.tmp"
mv "$out/$name.spdx.json.tmp" "$out/$name.spdx.json"
(cd "$out" && ls -l "$name.tar.xz" "$name.tar.xz.sha256" "$name.spdx.json" | awk '{ print $5, $9 }')

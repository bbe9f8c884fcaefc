#!/bin/sh
# mk/release/deb.sh FOLDER: packages of the archive that mk/release/dist.sh has left in FOLDER. $VERSION is the version, $VENDOR the folder
# of the charting library, if there is one.
set -eu
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
vendor=$(cd "$VENDOR" 2>/dev/null && pwd || true)
name=poise-$VERSION
for program in dpkg-buildpackage dh lintian; do
    command -v "$program" >/dev/null || { echo "$program is missing: 'make deps-oracles' installs it" >&2; exit 1; }
done

work=$out/work
rm -rf "$work"
mkdir -p "$work"
tar xJf "$out/$name.tar.xz" -C "$work"
cp -r mk/release/debian "$work/$name/debian"
[ -z "$vendor" ] || cp -r "$vendor" "$work/$name/vendor"
# Debian's own lists of what a package needs are those of mk/packages.txt.
needs=$(mk/deps.sh names build | grep -v build-essential | sort -u | sed 's/|/ | /; s/$/,/' | tr '\n' ' ')
# Kernels are compiled by the clang of the LLVM that it was built with, and linked with its libclc (capture/).
sed -i "s#@RUNS@#clang-$LLVM_FOUND, libclc-$LLVM_FOUND#; s#@NEEDS@#$needs#" "$work/$name/debian/control"
{
    echo "poise ($VERSION-1) unstable; urgency=medium"
    echo
    echo "  * Built from commit $(cat "$work/$name/.poise-commit")."
    echo
    echo " -- Poise developers <poise@localhost.localdomain>  $(git log -1 --format=%cD)"
} >"$work/$name/debian/changelog"

(cd "$work/$name" && SOURCE_DATE_EPOCH=$(git -C "$OLDPWD" log -1 --format=%ct) dpkg-buildpackage -us -uc -b -d >"$out/deb.log" 2>&1) ||
    { tail -n 20 "$out/deb.log" >&2; echo "the packages cannot be built: $out/deb.log" >&2; exit 1; }
mv "$work"/*.deb "$out"
rm -rf "$work"
(cd "$out" && lintian --fail-on error,warning "poise_$VERSION-1_"*.deb "libpoise-dev_$VERSION-1_"*.deb && sha256sum ./*.deb)

#!/bin/bash
# tests/check_distribution.sh SUITE [TARGET...]: does a clone of this tree's HEAD do what the README says on a fresh Debian SUITE
# (trixie, bookworm), with nothing but git and make? Runs make TARGET, one after the other, in a chroot: deps, demo and test-quick
# unless told otherwise. Takes minutes, so that `make test` does not run it; .ci/run does, for the release that it is not on.
#
# tests/check_distribution.sh SUITE --packages FOLDER: do the packages in FOLDER (make deb), made on SUITE, install there, and does
# docs/TUTORIAL.md work as printed? In a copy of SUITE.base that is thrown away.
#
# The chroot is kept: under $POISE_CHROOTS (~/.cache/poise/chroots), SUITE.base as debootstrap leaves it, SUITE with the packages of
# `make deps`. A change of what `make deps` consists of starts again from SUITE.base; so does removing SUITE. $POISE_MIRROR is the
# mirror, apt's own unless set. Signatures are always checked. Mounts and processes live in namespaces and end with the script.
#
# Exit code 77, and a reason, where it cannot be done: no root, no debootstrap, no namespaces, no network for a chroot not yet there.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)

if [ $# -lt 1 ] || [[ $1 == -* ]]; then
    echo "usage: tests/check_distribution.sh SUITE [TARGET...] or SUITE --packages FOLDER" >&2
    exit 2
fi
suite=$1
shift
[ $# -gt 0 ] || set -- deps demo test-quick
packages=
[ "$1" != --packages ] || packages=$(cd "$2" && pwd)
cache=${POISE_CHROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/poise/chroots}
base=$cache/$suite.base
chroot=$cache/$suite
[ -z "$packages" ] || chroot=$cache/$suite.packages
made_of=$chroot/.ingredients # of make deps, when it has ended well
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

skip() {
    echo "skipped: $*"
    exit 77
}

# The mirror that apt has for the packages of this Debian.
own_mirror() {
    apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(RELEASE)' 'Created-By: Packages' 2>/dev/null |
        awk '$1 == "Debian" && $3 !~ /-/ { print $2; exit }'
}

# Is there a way to it? Asked only when something must be fetched.
need_network() {
    mirror=${POISE_MIRROR:-$(own_mirror)}
    mirror=${mirror%/}
    [ -n "$mirror" ] || skip "apt has no mirror of Debian here, and POISE_MIRROR is not set"
    wget -q --timeout=20 --tries=2 -O /dev/null "$mirror/dists/$suite/Release" || skip "the mirror does not answer, or does not have $suite"
}

# step NAME COMMAND...: says what is done, how long it took, and where it ended.
step() {
    local name=$1 begin=$SECONDS
    shift
    echo "== $suite: $name"
    "$@" || {
        echo "FAIL $suite: $name (after $((SECONDS - begin)) s)"
        exit 1
    }
    echo "== $suite: $name done in $((SECONDS - begin)) s"
}

[ "$(id -u)" = 0 ] || skip "chroot needs root"
if [ -z "${POISE_IN_NAMESPACE:-}" ]; then
    unshare --mount --pid --fork --mount-proc true 2>/dev/null || skip "mounts are not allowed here"
    command -v debootstrap >/dev/null || [ -d "$chroot" ] || skip "debootstrap is not installed"
    mkdir -p "$cache"
    exec 9>"$cache/$suite.lock"
    flock -n 9 || skip "another run is at work in $chroot"
    POISE_IN_NAMESPACE=yes unshare --mount --pid --fork --kill-child --mount-proc "$0" "$suite" "$@" &
    namespace=$! # everything in it ends with it; it takes no notice of SIGTERM
    trap 'kill -KILL "$namespace" 2>/dev/null || true' EXIT
    trap 'exit 1' INT TERM HUP
    code=0
    wait "$namespace" || code=$?
    [ -z "$packages" ] || rm -rf --one-file-system "$chroot"
    exit "$code"
fi

# ---- the chroot: whole or absent, so that an interrupted run goes on where it was ----
bootstrap() {
    rm -rf --one-file-system "$base.new"
    debootstrap --variant=minbase --include=ca-certificates,git,make --keyring="$keyring" "$suite" "$base.new" "$mirror" || return 1
    # proxies of the host
    apt-config dump | grep -i '^Acquire::https\?::Proxy' >"$base.new/etc/apt/apt.conf.d/99host" || true
    mv "$base.new" "$base"
}

# What `make deps` is made of.
ingredients() {
    git -C "$root" ls-tree HEAD mk/packages.txt mk/deps.sh mk/deps.mk mk/llvm.mk mk/find_llvm.sh | sha256sum
}

if [ -n "$packages" ] || [ "$(cat "$made_of" 2>/dev/null)" != "$(ingredients)" ]; then
    need_network
    if [ ! -d "$base" ]; then
        [ -e "$keyring" ] || skip "no keyring of Debian in $keyring"
        [ -e "/usr/share/debootstrap/scripts/$suite" ] || skip "this debootstrap does not know $suite"
        step debootstrap bootstrap
    fi
    rm -rf --one-file-system "$chroot"
    step "a fresh copy" cp -a --reflink=auto "$base" "$chroot"
fi

# ---- inside ----
mount -t proc proc "$chroot/proc"
mount --rbind /sys "$chroot/sys"
mount --rbind /dev "$chroot/dev"
for file in /etc/resolv.conf /etc/hosts; do cat $file >"$chroot$file"; done

inside() {
    env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb ${http_proxy:+http_proxy="$http_proxy"} \
        ${https_proxy:+https_proxy="$https_proxy"} chroot "$chroot" "$@" </dev/null
}

clone() {
    rm -rf --one-file-system "$chroot/root/poise"
    git clone -q --no-hardlinks "$root" "$chroot/root/poise"
}

# What the packages do not depend on is what the reader of the tutorial brings along: a compiler, and OpenCL to link with.
install_packages() {
    mkdir -p "$chroot/root/packages"
    cp "$packages"/*.deb "$chroot/root/packages"
    inside apt-get update -qq &&
        inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends /root/packages/*.deb \
            gcc libc6-dev ocl-icd-opencl-dev opencl-headers >/dev/null'
}

tutorial() {
    mkdir -p "$chroot/root/tree/tests" "$chroot/root/tree/docs"
    cp "$root/tests/check_tutorial.sh" "$chroot/root/tree/tests"
    cp "$root/docs/TUTORIAL.md" "$chroot/root/tree/docs"
    inside env POISE_PREFIX=/usr bash /root/tree/tests/check_tutorial.sh
}

if [ -n "$packages" ]; then
    step "installing packages" install_packages
    step tutorial tutorial
    exit # the copy goes when nothing is mounted in it any more
fi

step clone clone
for target; do
    step "make $target" inside make --no-print-directory -C /root/poise "$target"
    [ "$target" != deps ] || ingredients >"$made_of"
done
inside sh -c '. /etc/os-release; echo "$PRETTY_NAME: $(gcc --version | head -n 1), HDF5 $(pkg-config --modversion hdf5), GSL $(pkg-config \
    --modversion gsl), LLVM $(ls /usr/lib | sed -n s/^llvm-//p | tr "\n" " ")"'
rm -rf --one-file-system "$chroot/root/poise"

#!/bin/bash
# What `make install` puts down works without the tree that it came from, also when it is moved, and `make uninstall` takes all of
# it away again. BUILD names the build folder.
# test: slow
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$root" && cd "${BUILD:-build}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset MAKEFLAGS MAKELEVEL
cd "$scratch"
fail() {
    echo "$*"
    exit 1
}

# ---- DESTDIR and PREFIX say where, and nothing of this machine's paths is in the files ----
install_here() { make --no-print-directory -C "$root" BUILD="$build" "$@"; }
install_here install DESTDIR="$scratch/stage" PREFIX=/opt/poise >installed.txt || fail "$(cat installed.txt)"
outside=$(find stage -type f -not -path 'stage/opt/poise/*')
[ -z "$outside" ] || fail "installed outside of the prefix: $outside"
named=$(grep -rlF -e "$root" -e "$build" -e "$scratch" stage || true)
[ -z "$named" ] || fail "names the tree that it was built in: $named"
mv stage/opt/poise moved
prefix=$scratch/moved

# ---- every verb has its page ----
for page in poise $("$prefix/bin/poise" help --complete -- '' | cut -f 1 | sed 's/^/poise-/'); do
    [ -s "$prefix/share/man/man1/$page.1" ] || fail "no manual page $page(1)"
done
for completion in bash-completion/completions/poise zsh/site-functions/_poise fish/vendor_completions.d/poise.fish; do
    [ -s "$prefix/share/$completion" ] || fail "no $completion"
done

# ---- the way from a program to a comparison, with nothing but what is installed ----
here() { env -i HOME="$scratch" PATH="$prefix/bin:/usr/bin:/bin" "$@" >printed.txt 2>&1 || fail "$* -> $(cat printed.txt)"; }
cp "$prefix"/share/doc/poise/examples/tutorial/score.* .
here gcc -o score score.c -lOpenCL -lm
here poise capture -o traces -- ./score 2048 8
here poise profile -c demo-8sm --grid adaptive -o profile.h5 traces
here poise features -o shipped.h5 "$prefix/share/poise/datasets/profiles/training.h5"
here poise features --no-filter -o dataset.h5 profile.h5
here poise train -m constant -o constant.model dataset.h5
here poise evaluate -c demo-8sm -s gto,poise,poise:constant.model traces
here poise sim -c demo-8sm @transpose_512

# ---- headers of policies stand alone, the engine compiles, poise.pc names the folder ----
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
pkg-config --validate poise
[ "$(pkg-config --modversion poise)" = "$("$prefix/bin/poise" --version | cut -d ' ' -f 2)" ] || fail "poise.pc has another version"
[ -d "$(pkg-config --variable=policydir poise)" ] || fail "poise.pc names no folder of policies"
(cd "$prefix/include/poise" && find . -name '*.h' | sed 's|^\./\(.*\)|#include "\1"|') >headers.c
grep -q 'sim_hooks/sched.h' headers.c || fail "no header of schedulers"
# shellcheck disable=SC2046 # several flags
gcc -std=c11 -Wall -Wextra -Werror $(pkg-config --cflags poise) -fsyntax-only headers.c
gcc -std=c11 -Wall -Wextra -Werror -c "$(pkg-config --variable=enginedir poise)/poise_infer.c"

# ---- a policy outside the tree: built by its own Makefile, then known by its name ----
cp -r "$prefix/share/doc/poise/examples/policy_skeleton" .
make --no-print-directory -C policy_skeleton install >printed.txt 2>&1 || fail "policy_skeleton: $(cat printed.txt)"
here poise sim -c demo-8sm --sched arithmetic_first:4 @transpose_512
grep -q 'sched.loads_put_back' printed.txt || fail "the installed policy tells nothing: $(cat printed.txt)"

# ---- uninstall ----
mv "$prefix/lib/poise/policies/arithmetic_first.so" "$prefix/lib/poise/policies/mine.so"
install_here uninstall DESTDIR="$prefix" PREFIX= >printed.txt
left=$(cd "$prefix" && find . -type f)
[ "$left" = ./lib/poise/policies/mine.so ] || fail "uninstall leaves: $left"

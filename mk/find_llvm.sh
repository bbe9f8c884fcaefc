#!/bin/sh
# find_llvm.sh VERSION...: the first of these LLVM versions that the capture platform can be built with, and libclc's bitcode of
# it, as "VERSION PATH". If there is none, the standard error says what the first of them lacks. LIBCLC names another bitcode.

# libclc's build for nvptx64. Debian installs libclc of one version at a time, without the version in the path; clang
# has left its own version in the bitcode.
libclc() {
    for path in ${LIBCLC:-"/usr/lib/llvm-$1/share/clc/nvptx64--.bc" /usr/lib/clc/nvptx64--.bc /usr/share/clc/nvptx64--.bc}; do
        [ -e "$path" ] || continue
        [ -z "$LIBCLC" ] && ! grep -q -a -m1 "clang version $1\." "$path" && continue
        echo "$path"
        return
    done
}

# The packages of Debian that version $1 lacks.
missing() {
    command -v "clang-$1" || echo "clang-$1" >&3
    command -v "llvm-link-$1" || echo "llvm-$1" >&3
    headers=$("llvm-config-$1" --includedir) && [ -e "$headers/llvm-c/Core.h" ] || echo "llvm-$1-dev" >&3
    [ "$(libclc "$1")" ] || echo "libclc-$1" >&3
}

said=
for version; do
    lacks=$(missing "$version" 3>&1 >/dev/null 2>&1)
    [ -z "$lacks" ] && echo "$version $(libclc "$version")" && exit
    : "${said:=LLVM $version is not complete, missing:$(printf ' %s' $lacks)}"
done
echo "$said" >&2
exit 1

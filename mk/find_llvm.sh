#!/bin/sh
# find_llvm.sh VERSION...: the first of these LLVM versions that the capture platform can be built with, and libclc's bitcode of
# it, as "VERSION PATH CLANG LLVM-LINK LLVM-CONFIG" with the names of its programs. If there is none, the standard error says what the
# first of them lacks. LIBCLC names another bitcode.

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

# The name of program $1 of version $2: with the version, or without it where the program says that it is this version.
program() {
    if command -v "$1-$2" >/dev/null; then
        echo "$1-$2"
    elif "$1" --version 2>/dev/null | grep -q -E "(^|version )$2\."; then
        echo "$1"
    fi
}

# The packages of Debian that version $1 lacks.
missing() {
    [ "$(program clang "$1")" ] || echo "clang-$1" >&3
    [ "$(program llvm-link "$1")" ] || echo "llvm-$1" >&3
    headers=$("$(program llvm-config "$1")" --includedir) && [ -e "$headers/llvm-c/Core.h" ] || echo "llvm-$1-dev" >&3
    [ "$(libclc "$1")" ] || echo "libclc-$1" >&3
}

said=
for version; do
    lacks=$(missing "$version" 3>&1 >/dev/null 2>&1)
    [ -z "$lacks" ] && echo "$version $(libclc "$version") $(program clang "$version") $(program llvm-link "$version")" \
        "$(program llvm-config "$version")" && exit
    : "${said:=LLVM $version is not complete, missing:$(printf ' %s' $lacks)}"
done
echo "$said" >&2
exit 1

# LLVM is found where its programs have no version in their names, as elsewhere than in Debian, if they say that they are it.
. "$POISE_ROOT/tests/cli/deps/tools.bash"
set -- $(poise-kernel-compiler version | sed -n 's/^LLVM \([0-9]*\).*/\1/p; s/^libclc //p')
version=$1 LIBCLC=$2
export LIBCLC
find_llvm() {
    PATH=$PWD/fake:$PWD/real "$POISE_ROOT/mk/find_llvm.sh" "$@" | sed "s|$LIBCLC|LIBCLC|; s/\b$version\b/VERSION/g"
}
find_llvm "$version"
for program in clang llvm-link llvm-config; do
    hide "$program"
    mv "real/$program-$version" "real/$program"
done
hide clang-{13..21}
find_llvm "$version"
find_llvm "$((version + 1))"

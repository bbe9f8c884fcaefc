# Without apt-get, make deps goes on where the libraries are; where they are not, it says what they are called elsewhere.
. "$POISE_ROOT/tests/cli/deps/tools.bash"
export LLVM_FOUND=14 LLVM_WANTED='14 19'
deps check && deps install build && echo "all there"

# a program that only tests need
hide jq
deps install build test >said && grep -o -e 'dnf .*jq' -e '^Poise.*' said

# libraries, and LLVM
export PKG_CONFIG_LIBDIR=$PWD/none
hide clang-14 clang
LLVM_FOUND='' deps install build
echo "exit code $?"
fake dnf </dev/null
deps check
echo "exit code $?"

# make deps asks apt-get for what is missing and nothing else, of the LLVM that the release has, as root or by sudo.
# test: slow
. "$POISE_ROOT/tests/cli/deps/tools.bash"
export LLVM_FOUND=14 LLVM_WANTED='14 19 18' APT_LISTS=$PWD/lists
mkdir lists && touch lists/Packages

# a release with LLVM 19 and pkgconf; it has no libclc of LLVM 14, and no jq
release='clang-14 llvm-14 llvm-14-dev clang-19 llvm-19 llvm-19-dev libclc-19 pkgconf libgsl-dev'
fake apt-get </dev/null
fake sudo <<<'exec "$@"'
fake id <<<'echo 1000'
fake dpkg-query <<<'exit 1'
write_release() {
    fake apt-cache <<<"case ' $release ' in *\" \$2 \"*) echo '  Candidate: 1.0' ;; esac"
}
write_release

outcome() {
    echo "-- $1"
    shift
    rm -f calls
    "$@"
    echo "exit code $?"
    grep -s -e '^apt-get' -e '^sudo' calls
}

outcome "all there" deps install build
hide jq yosys
outcome "no network for what the release does not have" deps install oracle
hide llvm-config-19 clang-19 llvm-link-19
LIBCLC=none LLVM_FOUND='' outcome "the LLVM that is complete there" deps install build
fake id <<<'echo 0'
hide fish
release+=' jq'
write_release
outcome "root; a program that the release does not have" deps install build test
hide pkg-config
outcome "libraries that the release does not have" deps install build
fake id <<<'echo 1000'
hide sudo
outcome "neither root nor sudo" deps install build
fake id <<<'echo 0'
fake apt-get <<<'exit 100'
outcome "apt-get fails" deps install build

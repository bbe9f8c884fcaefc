# Sourced by the tests of mk/deps.sh: the programs of this machine but those that know packages, as links in the folder real, behind
# programs of the test's own in the folder fake. Nothing is ever written to real.
hide() {
    local program
    for program; do rm -f "real/$program" "fake/$program"; done
}

# A program that writes down how it is called, and then does what the standard input says.
fake() {
    { echo '#!/bin/sh' && echo "printf '%s\n' \"$1 \$*\" >>$PWD/calls" && cat; } >"fake/$1"
    chmod +x "fake/$1"
}

mkdir real fake
(IFS=: && for folder in $PATH /usr/sbin; do find -L "$folder" -maxdepth 1 -type f; done) 2>/dev/null |
    awk -F/ '!seen[$NF]++' | xargs ln -s -t real
hide apt-get apt-cache dpkg-query sudo dnf pacman brew

deps() {
    PATH=$PWD/fake:$PWD/real "$POISE_ROOT/mk/deps.sh" "$@"
}

# Sourced by the scripts that go through datasets/manifest, in the root of the tree.

# runs WORD...: the lines of all runs that a word names: all, which is every split but translation and paging, a split, a set, or the run itself. A word that
# no run has ends in 2.
runs() {
    local word
    for word in "$@"; do
        [ "$word" = all ] || awk -v word="$word" '!/^#/ && (word == $1 || word == $2 || word == $3) { found = 1 }
            END { exit !found }' datasets/manifest || {
            echo "datasets/manifest has no run, split or set '$word'" >&2
            return 2
        }
    done
    awk -v words=" $* " 'function meant(word) { return index(words, " " word " ") }
        !/^#/ && NF && ((meant("all") && $2 != "translation" && $2 != "paging") || meant($1) || meant($2) || meant($3))' datasets/manifest
}

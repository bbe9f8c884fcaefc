# Every workload explains itself: its name, --size, --seed and their defaults.
for program in "$POISE_BUILD"/datasets/*; do
    name=${program##*/}
    "$program" --help >text || exit 1
    for pattern in "^$name: " '--size .*default' '--seed .*default'; do
        grep -q -e "$pattern" text || {
            echo "$name --help lacks '$pattern'"
            exit 1
        }
    done
done

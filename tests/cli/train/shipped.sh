# The shipped models are what docs/TRAIN.md's commands make of the shipped profile: the same texts, the hash of the data among them,
# and the same weights, to 1e-9 of what they are (versions of the mathematical library may differ in last digits).
again() {
    POISE=$(command -v poise) "$POISE_ROOT/datasets/learn.sh" model "$POISE_ROOT/datasets/profiles/training.h5" "$@" 2>/dev/null
}
again default.model
again alone.model alone
for model in default alone; do
    paste -d '\n' <(grep -v '^#' "$model.model") <(grep -v '^#' "$POISE_ROOT/models/$model.model") |
        awk -v model="$model" '
        NR % 2 == 1 { learned = $0; next }
        /^checksum/ { next }
        /^tuple/ { n = split(learned, l); tuples++
            for (i = 3; i <= n || i <= NF; i++) { d = l[i] - $i; if (d > 1e-9 * ($i * $i + 1) || d < -1e-9 * ($i * $i + 1)) print model ": " learned " is shipped as " $0 }
            next }
        learned != $0 { print model ": " learned " is shipped as " $0 }
        { texts++ }
        END { print model ": " tuples " tuples and " texts " lines compared" }'
done

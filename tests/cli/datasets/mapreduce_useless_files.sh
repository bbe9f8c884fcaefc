# Files in which a MapReduce program finds nothing to work on: one sentence, exit code 3, before any device is looked for.
: >empty
printf '\n\n' >lines
printf '1 2 3\n' >numbers
printf 'one word\n' >one
for run in 'ii empty' 'ii lines' 'pvr numbers' 'ss numbers' 'ss one' 'mm empty'; do
    # shellcheck disable=SC2086 # program and file
    set -- $run
    "$POISE_BUILD/datasets/$1" --file "$2"
    echo "exit code $?"
done
"$POISE_BUILD/datasets/ii" --file .

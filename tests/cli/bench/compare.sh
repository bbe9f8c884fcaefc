# A file against itself has ratio 1; eight times the seconds are an eighth of the rate; what is not comparable is left out with
# a note.
poise bench --set sms=8,max_cycles=500 --repeat 2 --jobs 1 -k stream,compute,bfs --json old.json >/dev/null
jq ".git_commit = \"earlier\"" old.json > first.json
poise bench --compare old.json old.json | tail -n 1
jq '.kernels[0].median_elapsed_s *= 8 | .kernels[0].cycles *= 2 | .kernels[2].name = "other" | .policy = "lrr" |
    .host.cpu_model = "another" | .config_hash = "0" | .git_commit = "later"' old.json > new.json
poise bench --compare first.json new.json | sed 's/\(machines\|processors\) differ.*/\1 differ/' | awk '/^note/ { print; next }
    { print $1, $2, $(NF - 2), $(NF - 1), $NF }' | sed 's/^\(stream\|compute\) [0-9.]*/\1 RATE/'
jq '.kernels[0].trace_hash = "x"' old.json > traces.json
poise bench --compare old.json traces.json | grep note

# The course of launches is kept on request: in the results, in JSON and in the report; runs that were made without it are not taken for it.
poise capture -o traces/bicg -- "$POISE_BUILD/datasets/bicg" --size 1536 --cols 24 >/dev/null 2>&1 || exit 99
command=(poise evaluate --progress never -c demo-8sm --set sms=2 -s gto,types=l2:warp_types:resample=3000:profile=10 -m cycles --stalls)
"${command[@]}" -o plain.h5 traces/bicg >plain.txt 2>/dev/null
"${command[@]}" -o watched.h5 --over-time 2000 --json watched.json traces/bicg 2>/dev/null | cmp - plain.txt && echo "table: same"
"${command[@]}" -o again.h5 --over-time 2000 -j 1 traces/bicg >/dev/null 2>&1
cmp watched.h5 again.h5 && echo "again: same"
[ "$(wc -c <watched.h5)" -gt "$(wc -c <plain.h5)" ] && echo "larger"
jq -c '.results[] | .policy, (.launches[0].course | map(.place + " " + .group) | unique)' watched.json
jq '.results[0].launches[0] as $l | $l.course[] | select(.name == "ipc") | .points | length >= ($l.counters.cycles / 2100 | floor)' watched.json
"${command[@]}" -o half.h5 --shard 1/2 traces/bicg >/dev/null 2>&1
"${command[@]}" -o half.h5 --over-time 2000 traces/bicg >/dev/null 2>&1
cmp half.h5 watched.h5 && echo "without it, not kept for it: same"
for form in html svg; do poise report watched.h5 -o report.$form; done
xmllint --noout report.html report.svg
grep -c 'In the course of launches' report.html
poise report watched.h5 -o figures/ 2>/dev/null
ls figures | grep '^course' | sed 's/course-[0-9]*-//'
poise report plain.h5 --format html | grep -c "In the course of launches" || true
poise report plain.h5 --format md >plain.md && poise report watched.h5 --format md | sed 's/watched/plain/' | cmp - plain.md && echo "Markdown: same"

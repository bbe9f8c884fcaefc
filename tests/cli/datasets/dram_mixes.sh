# The mixes of table 5.3: 15 of each of seven categories, 16 CPU programs of its classes in equal parts and a GPU program; the same for ever, and a part
# of them is the same part. A category of which a class has no program is an error.
root=$POISE_ROOT
for class in low medium high; do
    for i in 1 2 3 4 5; do echo "$class $class$i.cpu"; done
done >classes
draw() { awk "$@" -f "$root/datasets/dram_mixes.awk" classes; }
draw -v gpus="one two" >all
wc -l <all
sed 's/[0-9]* = .*//' all | uniq -c | awk '{ print $2, $1 }'
# How many of each class, for each category: least and most over its mixes.
awk '{ category = $1; sub(/[0-9]+$/, "", category)
       for (c = 1; c <= 3; c++) {
           class = c == 1 ? "low" : c == 2 ? "medium" : "high"
           n = gsub("cpu:" class, "&")
           at = category " " class
           if (!(at in least) || n < least[at]) least[at] = n
           if (n > most[at]) most[at] = n } }
     END { for (at in most) if (most[at] > 0) print at, least[at] "-" most[at] }' all | sort
grep -c '@one' all | awk '{ print ($1 > 30 && $1 < 75) ? "both GPU programs" : "one GPU program" }'
awk '{ for (i = 3; i <= NF; i++) if ($i ~ /^cpu:/) seen[$i]++ } END { for (i in seen) n++; print n " programs" }' all
draw -v gpus="one two" | cmp - all && echo "same again"
draw -v gpus="one two" -v from=3 -v each=4 -v only="H HM" | diff - <(grep -E '^HM?0[34] ' all) && echo "same part"
draw -v gpus=- | diff - <(sed 's/= @[a-z]* + /= /' all) && echo "same cores without a GPU program"
draw -v gpus="one two" -v cores=4 | diff - <(awk '{ print $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 }' all) && echo "the first cores"
grep -v high classes >some
poise trace cpu --json "$root"/datasets/cpu/*.cpu | jq -r '"\(.class) \(.trace)"' | awk -v gpus=g -v each=1 -f "$root/datasets/dram_mixes.awk" | wc -l
awk -v gpus=one -f "$root/datasets/dram_mixes.awk" some >/dev/null

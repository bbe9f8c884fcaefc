# Pairs of MASK's section 6.5: no two runs low in both miss rates, none twice, the same for ever and from part to part, new runs at the cost of few others;
# mixes of other numbers of programs begin with them; SMs by mix. What is no class is an error, too few runs are one.
scripts=(-f "$POISE_ROOT/datasets/random_runs.awk" -f "$POISE_ROOT/datasets/translation_mixes.awk")
for i in 1 2 3 4; do for class in ll lh hl hh; do echo "${class}_$i $class"; done; done >classes
draw() { awk "$@" "${scripts[@]}" classes; }
draw >all
wc -l <all
grep -c '@ll_. + @ll_' all
cut -d= -f2 all | tr -d ' ' | awk -F+ '{ print $1 < $2 ? $1 $2 : $2 $1 }' | sort | uniq -d | wc -l
grep -o '@[a-z_0-9]*' all | sort -u | wc -l
draw | cmp - all && echo "same again"
draw -v from=06 -v block=5 | diff - <(sed -n 6,10p all) && echo "same part"
draw -v from=31 -v block=9 | wc -l
echo "new_1 hh" | cat classes - >more
awk "${scripts[@]}" more | cut -d= -f2 | grep -v @new | grep -v -x -F -f <(cut -d= -f2 all) | wc -l
draw -v programs=1 | diff - <(sed 's/ + .*//' all) && echo "first programs"
draw -v programs=5 | sed 's/^\([^+]*+ @[a-z_0-9]*\) + .*/\1/' | diff - all && echo "pairs and others"
draw -v programs=5 | awk '{ for (i = 3; i <= NF; i += 2) seen[NR, $i]++ } END { for (i in seen) if (seen[i] > 1) n++; print n + 0, "twice" }'
draw -v plain=1 | awk '{ n[$4]++; if ($4 != ($2 ~ /^hh/) + ($3 ~ /^hh/)) print } END { print (n[0] > 0) (n[1] > 0) (n[2] > 0) }'
echo "P02 10 20" >sms
draw -v each=3 -v sms=sms | sed 's/[lh][lh]_./X/g'
echo "x hx" | awk "${scripts[@]}"
echo $?
head -n 6 classes | awk "${scripts[@]}"

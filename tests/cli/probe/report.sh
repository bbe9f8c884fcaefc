# A probe in every form, alone and beside another one; well-formed, and the same every time.
# test: slow
poise probe --progress never -c demo-8sm --what hierarchy --to 64K -o one.h5 >/dev/null || exit 1
poise probe --progress never -c demo-8sm --set l1_ways=8 --what hierarchy --to 128K -o other.h5 >/dev/null || exit 1
for form in html svg md csv; do
    poise report one.h5 -o one.$form && poise report one.h5 other.h5 -o two.$form || exit 1
    poise report one.h5 --format $form | cmp - one.$form && echo "$form: same"
done
xmllint --noout one.html one.svg two.html two.svg
cut -d, -f1-3 one.csv | head -3
head -1 two.csv
# Points of sizes that both have.
awk -F, 'NR > 1 && $5 != "" { n++ } END { print n, NR - 1 }' two.csv
sed -n 's/^| `\(l1[a-z0-9.]*\)` | \([^|]*\) |.*/\1 = \2/p' one.md
# One file and one that is none, or is damaged.
poise report one.h5 missing.h5; echo $?
head -c 3000 one.h5 >short.h5
poise report short.h5; echo $?
poise report one.h5 short.h5; echo $?
poise report --kernel k one.h5; echo $?

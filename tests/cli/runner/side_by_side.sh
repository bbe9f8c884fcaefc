# Two items run at the same time, each in folders of its own, and print in one piece; one that is tagged "alone" waits for all
# others. Nothing stays of their files and processes.
mkdir -p tree/tests/cli build
here=$PWD
time=$((86400 + $$)) # which nobody else sleeps
meets() {
    cat >"tests/cli/$1.sh" <<END
echo "$1 begins"
touch $here/$1
until [ -e $here/$2 ]; do sleep 0.01; done
echo \$TMPDIR \$HOME \$PWD | tr ' ' '\n' >>$here/folders
[ -z "\$(find . \$TMPDIR \$HOME -mindepth 1)" ] || echo "not empty" >>$here/folders
touch file \$TMPDIR/file \$HOME/file
sleep $time &
setsid sleep $time &
echo "$1 ends"
exit 1
END
}
mkdir -p tests/cli
meets left right
meets right left
cat >tests/cli/alone.sh <<END
# test: alone
[ -e $here/left ] && [ -e $here/right ] && [ \$(wc -l <$here/folders) = 6 ]
END
POISE_TEST_JOBS=3 "$POISE_ROOT/tests/run.sh" build "$PWD"/tests/cli/{alone,left,right}.sh >printed
grep -A 3 '^FAIL' printed | grep -c '/out <==$'
tail -n 1 printed
sort -u folders | wc -l
xargs ls -d <folders 2>/dev/null
pgrep -f "^sleep $time\$" | wc -l

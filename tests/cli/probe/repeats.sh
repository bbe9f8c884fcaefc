# --repeats: times of the simulator are exact, so that more measurements of a point find the same; they are told apart where a probe
# goes on.
# test: slow
measure() {
    poise probe --progress never -c demo-8sm --what hierarchy --to 64K "$@"
}
measure -o one.h5 >one.txt || exit 1
measure --repeats 3 -o three.h5 >three.txt || exit 1
cmp one.txt three.txt && echo "the same is found"
for file in one three; do
    h5dump -A $file.h5 | grep -A9 '"repeats"' | grep -o '(0): [0-9]*'
done
measure --repeats 1 -o one.h5 | cmp - one.txt && echo "one is what 0 means"
measure --repeats 2 -o one.h5
echo $?
measure --repeats 1001
echo $?

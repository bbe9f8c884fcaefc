# Machines that make no sense, each with a sentence.
poise capture -o traces/atax -- "$POISE_BUILD/datasets/atax" --size 256 --cols 8 >/dev/null 2>&1 || exit 99
try() {
    poise evaluate --progress never -c demo-8sm -s gto "$@" traces/atax >/dev/null
    echo "$*: $?"
}
try --machine l1_mshr=64
try --machine a=l1_mshr=64
try --machine a=scale:l9=2
try --machine a=scale:l2=99
try --machine a=memory:none
try --machine a=nowhere.conf
try --machine 'a b=l1_mshrs=8'
try --machine =l1_mshrs=8
try --machine a=sms=0
try --machine a= --machine tiny=warps=1
try --machine a= --machine a=sms=2
try --machine a= --machine b=l1_mshrs=64 --machine c=l1_mshrs=64
try --machine one= --machine two=sms=2 --base-machine tow
try --base-machine one
try --machines nowhere.txt
echo "# none" >none.txt
try --machines none.txt
printf 'one =\n\ntwo = sms=2,l1_mshr=3\n' >bad.txt
try --machines bad.txt
try --machine a= --mean median
poise evaluate --progress never -c demo-8sm --machine a= --mix m=traces/atax+traces/atax
echo "exit $?"
poise profile -c demo-8sm --grid coarse --progress never -o profile.h5 traces/atax >/dev/null 2>&1 || exit 99
try --profile profile.h5 --machine a= --machine b=sms=2
try --profile profile.h5 --machine b=sms=2

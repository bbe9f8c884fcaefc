# Options of the program without -- before it: the sentence says where they stand.
exec 2>&1
try() {
    poise capture "$@"
    echo $?
}
try -o traces ls -l
try -o traces ls --all
try -o traces --bogus -- ls -l
ls

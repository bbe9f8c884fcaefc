# What is missing, too much or too long on the command line is named.
try() {
    poise "$@"
    echo "exit code $?"
}
model=$POISE_ROOT/models/thesis.model
try model info
try model info "$model" "$model"
try model export "$model" "$model" -o x.json
ls

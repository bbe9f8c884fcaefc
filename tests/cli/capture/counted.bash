# Sourced after build.bash: `builder` on a platform whose compiler writes a line to the file `compiled` each time it runs.
build builder
mkdir platform
ln -s "$POISE_BUILD"/poise-kernel-server "$POISE_BUILD"/poise-builtins.* platform/
cp "$POISE_BUILD/libpoise_opencl.so" platform/
cat >platform/poise-kernel-compiler <<SH
#!/bin/sh
echo "\$1" >>"$PWD/compiled"
exec "$POISE_BUILD/poise-kernel-compiler" "\$@"
SH
chmod +x platform/poise-kernel-compiler
export OCL_ICD_VENDORS=$PWD/platform/libpoise_opencl.so POISE_CACHE=$PWD/cache

# counts WHAT COMMAND...: what a build says, and how often it has run the compiler.
counts() {
    echo "== $1"
    shift
    : >compiled
    "$@"
    echo "compiled: $(wc -l <compiled)"
}

# One pack at a time; a folder that is not there cannot be packed.
poise trace unpack
echo "exit code $?"
poise trace unpack a.wtrs b.wtrs
echo "exit code $?"
poise trace pack -o x.wtrs nowhere
echo "exit code $?"

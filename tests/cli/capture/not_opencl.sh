# A program that does not use OpenCL leaves no folder.
poise capture -o traces -- true
code=$?
ls
exit $code

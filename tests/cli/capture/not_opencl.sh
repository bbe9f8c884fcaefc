# A program that does not use OpenCL is no failure, and leaves no folder.
poise capture -o traces -- true
code=$?
ls
exit $code

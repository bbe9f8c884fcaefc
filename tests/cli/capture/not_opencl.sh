# A program that does not use OpenCL.
poise capture -- true

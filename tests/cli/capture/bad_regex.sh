# A regular expression that is none.
poise capture --kernels "(" -- true

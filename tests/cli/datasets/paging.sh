# The programs of the split paging compute what their references do at sizes that fill no group or block, with more steps or records than there are
# and with parts of the work; a frame that is too small for a search is refused.
export OCL_ICD_VENDORS=$POISE_BUILD/libpoise_opencl.so
run() { "$POISE_BUILD/datasets/$@" | sed 's/ on [^;]*;/ on DEVICE;/; s/error of [^;]*/error/'; }
run nn --size 1
run nn --size 7 --nearest 9 --queries 3
run nn --size 1000 --nearest 1000
run lud --size 1
run lud --size 100 --steps 2
run lud --size 33 --steps 99
run srad_v1 --size 2 --cols 2
run srad_v1 --size 37 --cols 61 --steps 3
run srad_v1 --size 257 --cols 256 --steps 1
run srad_v2 --size 2 --cols 2
run srad_v2 --size 37 --cols 61 --steps 3
run heartwall --size 28 --cols 28 --points 3
run heartwall --size 61 --cols 90 --points 7 --frames 9
"$POISE_BUILD/datasets/heartwall" --size 27

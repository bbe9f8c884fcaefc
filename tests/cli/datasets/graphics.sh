# Frames of odd sizes are drawn as their references say; several frames are several launches; half a pixel of bloom is refused.
export OCL_ICD_VENDORS=$POISE_BUILD/libpoise_opencl.so
run() { "$POISE_BUILD/datasets/$@" | sed 's/ on [^;]*;/ on DEVICE;/; s/error of a colour [^;]*/error/'; }
run texture --size 37 --cols 61 --texture 5 --frames 3
run texture --size 9 --cols 5 --texture 0
run raster --size 1 --cols 1 --batches 2 --triangles 3 --reach 2
run raster --size 33 --cols 70 --batches 3 --triangles 40 --reach 300
run raster --size 8 --cols 32 --batches 1 --triangles 5 --reach 0
run deferred --size 2 --cols 2 --lights 1
run deferred --size 42 --cols 70 --lights 3
run particles --size 1 --cols 1 --emitters 2 --particles 3 --reach 1
run particles --size 37 --cols 61 --emitters 3 --particles 40 --reach 30
run particles --size 9 --cols 33 --emitters 1 --particles 1 --reach 400
"$POISE_BUILD/datasets/deferred" --size 33

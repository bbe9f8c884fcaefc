# Our own platform is no device: nothing could be learned from it. Options of machines do not go with one.
export OCL_ICD_VENDORS=$POISE_BUILD/libpoise_opencl.so OCL_ICD_FILENAMES=$POISE_BUILD/libpoise_opencl.so
poise probe --list
echo $?
poise probe --progress never --device 0
echo $?
poise probe --progress never --device 0 -c volta
echo $?

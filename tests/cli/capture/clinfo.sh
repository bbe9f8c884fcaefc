# clinfo asks for everything there is and prints no error; -c decides what the device looks like.
command -v clinfo >/dev/null || { echo "clinfo is not installed" && exit 77; }
export OCL_ICD_VENDORS=$POISE_BUILD/libpoise_opencl.so
clinfo >found 2>errors || exit 1
cat errors
grep -i -e error -e '<.*not' found | grep -v -e 'Error Correction support' -e 'Error correction'
clinfo --raw >raw || exit 1
grep -c 'CL_DEVICE_MAX_COMPUTE_UNITS *32$' raw
grep -c 'CL_DEVICE_LOCAL_MEM_SIZE *49152$' raw
poise capture -c gtx480 --set warps=16 -o traces -- clinfo --raw >raw 2>/dev/null # launches nothing: an error here
for line in 'MAX_COMPUTE_UNITS *15$' 'MAX_WORK_GROUP_SIZE *512$' 'MAX_WORK_ITEM_SIZES *512 512 64$' 'MAX_CLOCK_FREQUENCY *700$' \
    'LOCAL_MEM_SIZE *49152$' 'GLOBAL_MEM_CACHE_SIZE *786432$' 'GLOBAL_MEM_CACHELINE_SIZE *128$'; do
    grep -q "CL_DEVICE_$line" raw || echo "not found: $line: $(grep "${line%% *}" raw)"
done

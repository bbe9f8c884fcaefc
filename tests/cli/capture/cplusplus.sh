# A C++ program with the Khronos header.
# test: slow
[ -e /usr/include/CL/opencl.hpp ] || { echo "CL/opencl.hpp is not installed" && exit 77; }
c++ -std=c++17 -O1 -o cplusplus "$POISE_ROOT/tests/cli/capture/cplusplus.cpp" -lOpenCL || exit 1
poise capture -o traces -- ./cplusplus 2>/dev/null || exit 1
ls traces | grep wtr

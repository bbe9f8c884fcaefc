# Every function that clang's header declares for OpenCL C 1.2 with the device's extensions is in our library or in libclc;
# what only images have is left out, and printf, which the compiler takes apart.
# test: slow
llvm=$(poise-kernel-compiler version | sed -n 's/^LLVM \([0-9]*\).*/\1/p')
libclc=$(poise-kernel-compiler version | sed -n 's/^libclc //p')
[ -e "$("clang-$llvm" -print-resource-dir)/include/opencl-c.h" ] || { echo "clang $llvm has no opencl-c.h" && exit 77; }
extensions=$(sed -n 's/^EXTENSION(\(.*\))/,+\1/p' "$POISE_ROOT/capture/extensions.def" | tr -d '\n')
echo >empty.cl
"clang-$llvm" -x cl -cl-std=CL1.2 --target=spir64 -cl-no-stdinc -Xclang "-cl-ext=-all$extensions" -include opencl-c.h \
    -U__IMAGE_SUPPORT__ -fsyntax-only -Xclang -ast-dump=json empty.cl |
    jq -r '.inner[] | select(.kind == "FunctionDecl") | "\(.mangledName // .name) \(.name)"' >functions
cut -d' ' -f1 functions | sort -u >declared
build=$(dirname "$(command -v poise)")
"llvm-nm-$llvm" --defined-only "$build/poise-builtins.bc" "$libclc" 2>/dev/null | awk 'NF == 3 { print $3 }' | sort -u >defined
[ "$(wc -l <declared)" -gt 9000 ] || exit 1
comm -23 declared defined | grep -v -e image -e '^printf$'

# A program can call each of them: clang finds the name (and then misses the arguments).
{
    echo '__kernel void all(void) {'
    cut -d' ' -f2 functions | grep -v image | sort -u | sed 's/$/();/'
    echo '}'
} >names.cl
"clang-$llvm" -x cl -cl-std=CL1.2 --target=spir64 -Xclang "-cl-ext=-all$extensions,+cl_clang_storage_class_specifiers,+__cl_clang_bitfields" \
    -include "$build/poise-builtins.h" -fsyntax-only -ferror-limit=0 names.cl 2>&1 | grep -o 'implicit declaration of function .*'

# libclc's functions and ours call nothing but each other, LLVM's intrinsics and the run-time library.
"llvm-nm-$llvm" --undefined-only "$build/poise-builtins.bc" "$libclc" 2>/dev/null | awk 'NF == 2 && $1 == "U" { print $2 }' |
    sort -u | comm -23 - defined | grep -v -e '^llvm\.' -e '^poise_'
# What is called of the run-time library is in it.
nm -D --defined-only "$build/libpoise_opencl.so" | awk '{ print $3 }' | sort -u >exported
"llvm-nm-$llvm" --undefined-only "$build/poise-builtins.bc" | awk '{ print $NF }' | grep '^poise_' | sort -u | comm -23 - exported
true

; Minimum and maximum of cl_khr_int64_extended_atomics as atomic instructions. clang has no 64-bit builtin for them that
; the spir64 target would not turn into a call. Used by atomic.cl. The lines that name the target are added when it is built:
; they differ between versions of LLVM.

define spir_func i64 @poise_atomic_min_long_global(i64 addrspace(1)* %p, i64 %value) alwaysinline {
  %old = atomicrmw volatile min i64 addrspace(1)* %p, i64 %value seq_cst
  ret i64 %old
}

define spir_func i64 @poise_atomic_max_long_global(i64 addrspace(1)* %p, i64 %value) alwaysinline {
  %old = atomicrmw volatile max i64 addrspace(1)* %p, i64 %value seq_cst
  ret i64 %old
}

define spir_func i64 @poise_atomic_min_ulong_global(i64 addrspace(1)* %p, i64 %value) alwaysinline {
  %old = atomicrmw volatile umin i64 addrspace(1)* %p, i64 %value seq_cst
  ret i64 %old
}

define spir_func i64 @poise_atomic_max_ulong_global(i64 addrspace(1)* %p, i64 %value) alwaysinline {
  %old = atomicrmw volatile umax i64 addrspace(1)* %p, i64 %value seq_cst
  ret i64 %old
}

define spir_func i64 @poise_atomic_min_long_local(i64 addrspace(3)* %p, i64 %value) alwaysinline {
  %old = atomicrmw volatile min i64 addrspace(3)* %p, i64 %value seq_cst
  ret i64 %old
}

define spir_func i64 @poise_atomic_max_long_local(i64 addrspace(3)* %p, i64 %value) alwaysinline {
  %old = atomicrmw volatile max i64 addrspace(3)* %p, i64 %value seq_cst
  ret i64 %old
}

define spir_func i64 @poise_atomic_min_ulong_local(i64 addrspace(3)* %p, i64 %value) alwaysinline {
  %old = atomicrmw volatile umin i64 addrspace(3)* %p, i64 %value seq_cst
  ret i64 %old
}

define spir_func i64 @poise_atomic_max_ulong_local(i64 addrspace(3)* %p, i64 %value) alwaysinline {
  %old = atomicrmw volatile umax i64 addrspace(3)* %p, i64 %value seq_cst
  ret i64 %old
}

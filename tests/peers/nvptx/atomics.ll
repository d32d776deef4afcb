; Atomic operations (LLVM 19 selects no fences, and no orders but monotonic), compare and exchange; those that LLVM makes loops of.
target triple = "nvptx64-nvidia-cuda"
@cell = internal addrspace(3) global i32 undef, align 4
define ptx_kernel void @atomics(ptr addrspace(1) %p, ptr %g, i32 %a, i64 %b, float %f, double %d) {
  %1 = atomicrmw add ptr addrspace(1) %p, i32 %a monotonic
  %2 = atomicrmw sub ptr addrspace(1) %p, i32 %1 monotonic
  %3 = atomicrmw and ptr addrspace(3) @cell, i32 %2 monotonic
  %4 = atomicrmw or ptr %g, i32 %3 monotonic
  %5 = atomicrmw xor ptr addrspace(1) %p, i32 %4 monotonic
  %6 = atomicrmw min ptr addrspace(1) %p, i32 %5 monotonic
  %7 = atomicrmw umax ptr addrspace(1) %p, i32 %6 monotonic
  %8 = atomicrmw xchg ptr addrspace(1) %p, i32 %7 monotonic
  %9 = atomicrmw add ptr addrspace(1) %p, i64 %b monotonic
  %10 = atomicrmw max ptr addrspace(1) %p, i64 %9 monotonic
  %11 = atomicrmw fadd ptr addrspace(1) %p, float %f monotonic
  %12 = atomicrmw fadd ptr addrspace(1) %p, double %d monotonic
  %13 = cmpxchg ptr addrspace(1) %p, i32 %8, i32 %a monotonic monotonic
  %14 = extractvalue { i32, i1 } %13, 0
  %15 = cmpxchg ptr %g, i64 %10, i64 %b monotonic monotonic
  %16 = atomicrmw uinc_wrap ptr addrspace(1) %p, i32 %14 monotonic
  %17 = atomicrmw udec_wrap ptr addrspace(1) %p, i32 %16 monotonic
  %18 = atomicrmw nand ptr addrspace(1) %p, i32 %17 monotonic
  %19 = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  store atomic i32 %18, ptr addrspace(1) %p monotonic, align 4
  %20 = load volatile i32, ptr %g, align 4
  store volatile i32 %19, ptr %g, align 4
  ret void }

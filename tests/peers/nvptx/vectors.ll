; Vectors of memory and of registers, alignments, bytes, allocas, globals with initialisers, memcpy and memset.
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@words = addrspace(4) constant [3 x i16] [i16 5, i16 6, i16 7], align 2
@tile = internal addrspace(3) global [32 x float] undef, align 4
@address = addrspace(1) global ptr addrspace(1) @table, align 8
@mixed = addrspace(1) global { i8, i32, double } { i8 1, i32 2, double 3.0 }, align 8
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define ptx_kernel void @vectors(ptr addrspace(1) align 16 %in, ptr addrspace(1) align 16 %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr <4 x float>, ptr addrspace(1) %in, i32 %t
  %v = load <4 x float>, ptr addrspace(1) %p, align 16
  %w = fmul <4 x float> %v, %v
  %q = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %t
  store <4 x float> %w, ptr addrspace(1) %q, align 16
  %b = load <4 x i8>, ptr addrspace(1) %in, align 4
  %c = add <4 x i8> %b, <i8 1, i8 2, i8 3, i8 4>
  store <4 x i8> %c, ptr addrspace(1) %out, align 4
  %d = load <2 x double>, ptr addrspace(1) %in, align 16
  store <2 x double> %d, ptr addrspace(1) %out, align 16
  %e = load <8 x i16>, ptr addrspace(1) %in, align 16
  %f = shufflevector <8 x i16> %e, <8 x i16> undef, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  store <8 x i16> %f, ptr addrspace(1) %out, align 16
  %s = getelementptr float, ptr addrspace(3) @tile, i32 %t
  %g = extractelement <4 x float> %w, i32 %t
  store float %g, ptr addrspace(3) %s, align 4
  %i = getelementptr [4 x i32], ptr addrspace(1) @table, i32 0, i32 %t
  %k = load i32, ptr addrspace(1) %i
  %l = getelementptr [3 x i16], ptr addrspace(4) @words, i32 0, i32 1
  %m = load i16, ptr addrspace(4) %l
  %n = zext i16 %m to i32
  %o = add i32 %k, %n
  store i32 %o, ptr addrspace(1) %out, align 4
  %x = load ptr addrspace(1), ptr addrspace(1) @address
  %y = load i32, ptr addrspace(1) %x
  store i32 %y, ptr addrspace(1) %out, align 4
  ret void }
define ptx_kernel void @memories(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
  %a = alloca [64 x i8], align 8
  call void @llvm.memset.p0.i64(ptr %a, i8 1, i64 64, i1 false)
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %a, ptr addrspace(1) align 4 %in, i64 40, i1 false)
  %p = getelementptr i8, ptr %a, i32 %n
  %v = load i8, ptr %p
  store i8 %v, ptr addrspace(1) %out
  ret void }

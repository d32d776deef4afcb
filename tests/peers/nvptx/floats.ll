; Half, bfloat, float and double: arithmetic, comparison, conversion, intrinsics.
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.sqrt.f32(float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maximum.f32(float, float)
declare float @llvm.copysign.f32(float, float)
declare float @llvm.fabs.f32(float)
declare float @llvm.floor.f32(float)
declare float @llvm.rint.f32(float)
declare float @llvm.ceil.f32(float)
declare float @llvm.trunc.f32(float)
declare half @llvm.fma.f16(half, half, half)
declare <2 x half> @llvm.maxnum.v2f16(<2 x half>, <2 x half>)
declare double @llvm.sqrt.f64(double)
declare float @llvm.nvvm.ex2.approx.f(float)
declare float @llvm.nvvm.lg2.approx.f(float)
declare float @llvm.nvvm.sin.approx.f(float)
declare float @llvm.nvvm.rcp.approx.ftz.f(float)
declare float @llvm.nvvm.rsqrt.approx.f(float)
declare float @llvm.nvvm.add.rm.f(float, float)
declare i32 @llvm.nvvm.f2i.rm.ftz(float)
declare float @llvm.nvvm.saturate.f(float)
define ptx_kernel void @floats(ptr addrspace(1) %out, float %a, float %b, double %d, i32 %n) {
  %1 = fadd float %a, %b
  %2 = fdiv float %1, %b
  %3 = call float @llvm.fma.f32(float %1, float %2, float %b)
  %4 = call float @llvm.sqrt.f32(float %3)
  %5 = call float @llvm.minnum.f32(float %4, float %a)
  %6 = call float @llvm.maximum.f32(float %5, float %b)
  %7 = call float @llvm.copysign.f32(float %6, float %a)
  %8 = call float @llvm.fabs.f32(float %7)
  %9 = call float @llvm.floor.f32(float %8)
  %10 = call float @llvm.rint.f32(float %9)
  %11 = call float @llvm.ceil.f32(float %10)
  %12 = call float @llvm.trunc.f32(float %11)
  %13 = call float @llvm.nvvm.ex2.approx.f(float %12)
  %14 = call float @llvm.nvvm.lg2.approx.f(float %13)
  %15 = call float @llvm.nvvm.sin.approx.f(float %14)
  %16 = call float @llvm.nvvm.rcp.approx.ftz.f(float %15)
  %17 = call float @llvm.nvvm.rsqrt.approx.f(float %16)
  %18 = call float @llvm.nvvm.add.rm.f(float %17, float %a)
  %19 = call i32 @llvm.nvvm.f2i.rm.ftz(float %18)
  %20 = call float @llvm.nvvm.saturate.f(float %18)
  %u = fcmp ult float %20, %a
  %o = fcmp oge float %b, %a
  %x = xor i1 %u, %o
  %s = select i1 %x, float %20, float %b
  %fp = fpext float %s to double
  %dd = fmul double %fp, %d
  %ds = call double @llvm.sqrt.f64(double %dd)
  %dv = fdiv double %ds, %d
  %back = fptrunc double %dv to float
  store float %back, ptr addrspace(1) %out
  %si = sitofp i32 %19 to float
  %ui = uitofp i32 %n to double
  %fs = fptosi double %ui to i32
  %fu = fptoui float %si to i64
  %tr = trunc i64 %fu to i32
  %sum = add i32 %fs, %tr
  %q = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %sum, ptr addrspace(1) %q
  %r = frem float %a, %b
  %neg = fneg float %r
  %q2 = getelementptr float, ptr addrspace(1) %out, i32 2
  store float %neg, ptr addrspace(1) %q2
  ret void }
define ptx_kernel void @halves(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = load half, ptr addrspace(1) %in
  %p = getelementptr half, ptr addrspace(1) %in, i32 1
  %b = load half, ptr addrspace(1) %p
  %s = fadd half %a, %b
  %m = call half @llvm.fma.f16(half %s, half %a, half %b)
  %d = fdiv half %m, %b
  store half %d, ptr addrspace(1) %out
  %v = load <2 x half>, ptr addrspace(1) %in
  %w = fmul <2 x half> %v, %v
  %x = call <2 x half> @llvm.maxnum.v2f16(<2 x half> %w, <2 x half> %v)
  %y = fneg <2 x half> %x
  %q = getelementptr <2 x half>, ptr addrspace(1) %out, i32 1
  store <2 x half> %y, ptr addrspace(1) %q
  %c = fcmp olt half %a, %b
  %f = fpext half %a to float
  %i = fptosi half %b to i32
  %j = sitofp i32 %i to half
  %k = select i1 %c, half %j, half %a
  %r = getelementptr half, ptr addrspace(1) %out, i32 4
  store half %k, ptr addrspace(1) %r
  %t = getelementptr float, ptr addrspace(1) %out, i32 4
  store float %f, ptr addrspace(1) %t
  ret void }
define ptx_kernel void @brains(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %a = load bfloat, ptr addrspace(1) %in
  %p = getelementptr bfloat, ptr addrspace(1) %in, i32 1
  %b = load bfloat, ptr addrspace(1) %p
  %s = fadd bfloat %a, %b
  %m = fmul bfloat %s, %b
  store bfloat %m, ptr addrspace(1) %out
  %v = load <2 x bfloat>, ptr addrspace(1) %in
  %w = fadd <2 x bfloat> %v, %v
  %q = getelementptr <2 x bfloat>, ptr addrspace(1) %out, i32 1
  store <2 x bfloat> %w, ptr addrspace(1) %q
  %f = fpext bfloat %a to float
  %t = fptrunc float %f to bfloat
  %r = getelementptr bfloat, ptr addrspace(1) %out, i32 4
  store bfloat %t, ptr addrspace(1) %r
  ret void }

; Calls, recursion-free: values, structures, arrays by value, a function pointer's table of one.
target triple = "nvptx64-nvidia-cuda"
%pair = type { i32, float }
define internal i32 @twice(i32 %a) noinline { %r = add i32 %a, %a
  ret i32 %r }
define internal %pair @made(i32 %a, float %b) noinline {
  %p = insertvalue %pair undef, i32 %a, 0
  %q = insertvalue %pair %p, float %b, 1
  ret %pair %q }
define internal void @stores(ptr byval([4 x i32]) align 4 %from, ptr %to) noinline {
  %p = getelementptr i32, ptr %from, i32 2
  %v = load i32, ptr %p
  store i32 %v, ptr %to
  ret void }
define internal i8 @small(i8 signext %a, i1 zeroext %b) noinline {
  %w = zext i1 %b to i8
  %r = sub i8 %a, %w
  ret i8 %r }
define internal i64 @wide(i64 %a, <2 x i32> %v, <4 x float> %f) noinline {
  %e = extractelement <2 x i32> %v, i32 1
  %x = sext i32 %e to i64
  %g = extractelement <4 x float> %f, i32 3
  %i = fptosi float %g to i64
  %s = add i64 %a, %x
  %r = add i64 %s, %i
  ret i64 %r }
define ptx_kernel void @functions(ptr addrspace(1) %out, i32 %n, ptr byval([4 x i32]) align 4 %array) {
  %a = call i32 @twice(i32 %n)
  store i32 %a, ptr addrspace(1) %out
  %p = call %pair @made(i32 %a, float 1.5)
  %f = extractvalue %pair %p, 1
  %o1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  store float %f, ptr addrspace(1) %o1
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  %g2 = addrspacecast ptr addrspace(1) %o2 to ptr
  call void @stores(ptr byval([4 x i32]) align 4 %array, ptr %g2)
  %c = trunc i32 %n to i8
  %t = icmp sgt i32 %n, 3
  %s = call i8 @small(i8 %c, i1 %t)
  %o3 = getelementptr i8, ptr addrspace(1) %out, i32 12
  store i8 %s, ptr addrspace(1) %o3
  %v = insertelement <2 x i32> undef, i32 %n, i32 1
  %fv = insertelement <4 x float> undef, float %f, i32 3
  %w = call i64 @wide(i64 7, <2 x i32> %v, <4 x float> %fv)
  %o4 = getelementptr i64, ptr addrspace(1) %out, i32 2
  store i64 %w, ptr addrspace(1) %o4
  ret void }

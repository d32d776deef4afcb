; Calls by a pointer.
target triple = "nvptx64-nvidia-cuda"
define internal i32 @first(i32 %a) noinline { %r = add i32 %a, 1
  ret i32 %r }
define internal i32 @second(i32 %a) noinline { %r = mul i32 %a, 3
  ret i32 %r }
define ptx_kernel void @indirect(ptr addrspace(1) %out, i32 %n) {
  %c = icmp sgt i32 %n, 3
  %f = select i1 %c, ptr @first, ptr @second
  %r = call i32 %f(i32 %n)
  store i32 %r, ptr addrspace(1) %out
  ret void }

; Switches as trees and tables, loops, selects, phis, unreachable, traps.
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.trap()
declare void @llvm.nvvm.barrier0()
define ptx_kernel void @switches(ptr addrspace(1) %out, i32 %n) {
entry:
  switch i32 %n, label %other [ i32 0, label %a  i32 1, label %b  i32 2, label %c  i32 3, label %d  i32 4, label %e  i32 5, label %f  i32 100, label %g ]
a: br label %end
b: br label %end
c: br label %end
d: br label %end
e: br label %end
f: br label %end
g: br label %end
other: br label %end
end:
  %v = phi i32 [ 10, %a ], [ 7, %b ], [ 99, %c ], [ 4, %d ], [ 3, %e ], [ 12, %f ], [ 1, %g ], [ 0, %other ]
  store i32 %v, ptr addrspace(1) %out
  ret void }
define ptx_kernel void @loops(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %outer, label %done
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %latch ]
  %s = phi i64 [ 0, %entry ], [ %s2, %latch ]
  br label %inner
inner:
  %j = phi i32 [ %i, %outer ], [ %j1, %inner ]
  %t = phi i64 [ %s, %outer ], [ %t1, %inner ]
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %j
  %v = load i32, ptr addrspace(1) %p
  %w = sext i32 %v to i64
  %t1 = add i64 %t, %w
  %j1 = add nsw i32 %j, 1
  %more = icmp slt i32 %j1, %n
  br i1 %more, label %inner, label %latch
latch:
  %odd = and i64 %t1, 1
  %isOdd = icmp eq i64 %odd, 1
  %half = sdiv i64 %t1, 3
  %rest = urem i64 %t1, 5
  %s2 = select i1 %isOdd, i64 %half, i64 %rest
  call void @llvm.nvvm.barrier0()
  %i1 = add nsw i32 %i, 1
  %again = icmp slt i32 %i1, %n
  br i1 %again, label %outer, label %done
done:
  %r = phi i64 [ 0, %entry ], [ %s2, %latch ]
  store i64 %r, ptr addrspace(1) %out
  %bad = icmp eq i64 %r, 12345
  br i1 %bad, label %dead, label %fine
dead:
  call void @llvm.trap()
  unreachable
fine:
  ret void }

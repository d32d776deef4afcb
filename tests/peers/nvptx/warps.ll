; Intrinsics of warps, special registers, barriers.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare { i32, i1 } @llvm.nvvm.shfl.sync.idx.i32p(i32, i32, i32, i32)
declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32)
declare i1 @llvm.nvvm.vote.all.sync(i32, i1)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)
declare { i32, i1 } @llvm.nvvm.match.all.sync.i64p(i32, i64)
declare i32 @llvm.nvvm.redux.sync.add(i32, i32)
declare i32 @llvm.nvvm.redux.sync.umax(i32, i32)
declare i32 @llvm.nvvm.activemask()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare void @llvm.nvvm.barrier.sync(i32)
declare void @llvm.nvvm.barrier.sync.cnt(i32, i32)
declare i32 @llvm.nvvm.barrier0.popc(i32)
declare i32 @llvm.nvvm.barrier0.and(i32)
declare void @llvm.nvvm.membar.gl()
declare void @llvm.nvvm.membar.cta()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.warpid()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
declare i32 @llvm.nvvm.read.ptx.sreg.clock()
declare i64 @llvm.nvvm.read.ptx.sreg.clock64()
declare i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
declare void @llvm.nvvm.nanosleep(i32)
declare void @llvm.nvvm.exit()
define ptx_kernel void @warps(ptr addrspace(1) %out, i32 %n, float %f) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %1 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %t, i32 4, i32 31)
  %2 = call { i32, i1 } @llvm.nvvm.shfl.sync.idx.i32p(i32 -1, i32 %1, i32 %n, i32 31)
  %3 = extractvalue { i32, i1 } %2, 0
  %4 = extractvalue { i32, i1 } %2, 1
  %5 = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %f, i32 1, i32 31)
  %6 = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %4)
  %7 = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %6)
  %8 = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %3)
  %w = zext i32 %8 to i64
  %9 = call { i32, i1 } @llvm.nvvm.match.all.sync.i64p(i32 -1, i64 %w)
  %10 = extractvalue { i32, i1 } %9, 0
  %11 = call i32 @llvm.nvvm.redux.sync.add(i32 %10, i32 -1)
  %12 = call i32 @llvm.nvvm.redux.sync.umax(i32 %11, i32 -1)
  %13 = call i32 @llvm.nvvm.activemask()
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.barrier.sync(i32 1)
  call void @llvm.nvvm.barrier.sync.cnt(i32 2, i32 32)
  %14 = call i32 @llvm.nvvm.barrier0.popc(i32 %12)
  %15 = call i32 @llvm.nvvm.barrier0.and(i32 %14)
  call void @llvm.nvvm.membar.gl()
  call void @llvm.nvvm.membar.cta()
  %16 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %17 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %18 = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %19 = call i32 @llvm.nvvm.read.ptx.sreg.warpid()
  %20 = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
  %21 = call i32 @llvm.nvvm.read.ptx.sreg.clock()
  %22 = call i64 @llvm.nvvm.read.ptx.sreg.clock64()
  %23 = call i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
  %s1 = add i32 %13, %15
  %s2 = add i32 %16, %17
  %s3 = add i32 %18, %19
  %s4 = add i32 %20, %21
  %s5 = add i32 %s1, %s2
  %s6 = add i32 %s3, %s4
  %s7 = add i32 %s5, %s6
  %x = sext i32 %s7 to i64
  %y = add i64 %x, %22
  %z = add i64 %y, %23
  %g = fptosi float %5 to i64
  %r = add i64 %z, %g
  %o = getelementptr i64, ptr addrspace(1) %out, i32 %t
  store i64 %r, ptr addrspace(1) %o
  ret void }

; Integers of all widths: what a back end expands, bits, saturation, overflow, funnel shifts.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.ctpop.i32(i32)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.bitreverse.i32(i32)
declare i64 @llvm.bswap.i64(i64)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.nvvm.mulhi.ui(i32, i32)
declare i32 @llvm.nvvm.mul24.i(i32, i32)
declare i32 @llvm.nvvm.sad.i(i32, i32, i32)
declare i32 @llvm.nvvm.prmt(i32, i32, i32)
declare i32 @llvm.nvvm.fns(i32, i32, i32)
define ptx_kernel void @integers(ptr addrspace(1) %out, i32 %a, i32 %b, i64 %c, i16 %d, i8 %e, i128 %f) {
  %1 = call i32 @llvm.ctpop.i32(i32 %a)
  %2 = call i64 @llvm.ctlz.i64(i64 %c, i1 false)
  %3 = call i32 @llvm.cttz.i32(i32 %b, i1 false)
  %4 = call i32 @llvm.bitreverse.i32(i32 %a)
  %5 = call i64 @llvm.bswap.i64(i64 %c)
  %6 = call i32 @llvm.fshl.i32(i32 %1, i32 %3, i32 %b)
  %7 = call i64 @llvm.fshr.i64(i64 %2, i64 %5, i64 %c)
  %8 = call i32 @llvm.smax.i32(i32 %4, i32 %6)
  %9 = call i32 @llvm.uadd.sat.i32(i32 %8, i32 %a)
  %10 = call i32 @llvm.sadd.sat.i32(i32 %9, i32 %b)
  %11 = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %10, i32 %a)
  %12 = extractvalue { i32, i1 } %11, 0
  %13 = call i32 @llvm.abs.i32(i32 %12, i1 false)
  %14 = call i32 @llvm.nvvm.mulhi.ui(i32 %13, i32 %a)
  %15 = call i32 @llvm.nvvm.mul24.i(i32 %14, i32 %b)
  %16 = call i32 @llvm.nvvm.sad.i(i32 %15, i32 %a, i32 %b)
  %17 = call i32 @llvm.nvvm.prmt(i32 %16, i32 %b, i32 21520)
  %18 = call i32 @llvm.nvvm.fns(i32 %17, i32 0, i32 1)
  %19 = sdiv i32 %18, %b
  %20 = urem i16 %d, 7
  %21 = zext i16 %20 to i32
  %22 = shl i8 %e, 3
  %23 = ashr i8 %22, 2
  %24 = sext i8 %23 to i32
  %25 = add i128 %f, 340282366920938463463374607431768211455
  %26 = mul i128 %25, %f
  %27 = lshr i128 %26, 70
  %28 = trunc i128 %27 to i64
  %29 = trunc i64 %7 to i32
  %30 = add i32 %19, %21
  %31 = add i32 %30, %24
  %32 = add i32 %31, %29
  %33 = lshr i32 %32, 3
  %34 = and i32 %33, 255
  %35 = trunc i32 %34 to i1
  %36 = select i1 %35, i64 %28, i64 %c
  store i64 %36, ptr addrspace(1) %out
  ret void }

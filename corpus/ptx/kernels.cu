// Warp-level CUDA of our own, typical of what people write. Compiles with nvcc 11.8 and 13.0, and with clang and the header
// of `warplaw run`.
#ifndef __clang__
#include <cuda_fp16.h>
#endif
#define FULL 0xffffffffu
#define LANE (threadIdx.x & 31)
typedef unsigned u32; typedef unsigned long long u64;
__device__ __forceinline__ int sumDown(int v){ for(int o=16;o>0;o>>=1) v+=__shfl_down_sync(FULL,v,o); return v; }
__device__ __forceinline__ float sumXor(float v){ 
#pragma unroll
 for(int o=16;o>0;o>>=1) v+=__shfl_xor_sync(FULL,v,o,32); return v; }
__device__ __forceinline__ float maxXor(float v){
#pragma unroll
 for(int o=16;o>0;o>>=1) v=fmaxf(v,__shfl_xor_sync(FULL,v,o)); return v; }
extern "C" {
// warplaw: entry=k_reduce_int_down
// warplaw: ensures r[b] == sum(t, 0, 31, a[b * 32 + t] * (b * 32 + t < n))
__global__ void k_reduce_int_down(const int*a,int*r,int n){ int i=blockIdx.x*blockDim.x+threadIdx.x; int v=i<n?a[i]:0; v=sumDown(v); if(LANE==0) r[i>>5]=v; }
// warplaw: entry=k_reduce_float_xor
// warplaw: ensures r[i] == sumf_far(t, 0, 31, a[(i & 32) + t])
__global__ void k_reduce_float_xor(const float*a,float*r){ int i=blockIdx.x*blockDim.x+threadIdx.x; r[i]=sumXor(a[i]); }
// warplaw: entry=k_reduce_max_float
// warplaw: ghost two(x) = max.f32(a[x], a[x ^ 16])
// warplaw: ghost four(x) = max.f32(two(x), two(x ^ 8))
// warplaw: ghost eight(x) = max.f32(four(x), four(x ^ 4))
// warplaw: ghost sixteen(x) = max.f32(eight(x), eight(x ^ 2))
// warplaw: ensures r[i] == max.f32(sixteen(i), sixteen(i ^ 1))
__global__ void k_reduce_max_float(const float*a,float*r){ int i=blockIdx.x*blockDim.x+threadIdx.x; r[i]=maxXor(a[i]); }
// warplaw: entry=k_reduce_double
// warplaw: ensures r[b] == sumf_far(t, 0, 31, a[b * 32 + t])
__global__ void k_reduce_double(const double*a,double*r){ int i=threadIdx.x; double v=a[i]; for(int o=16;o;o/=2) v+=__shfl_down_sync(FULL,v,o); if(LANE==0) r[i/32]=v; }
// warplaw: entry=k_reduce_u64
// warplaw: ensures r[i] == sum(t, 0, 31, a[(i & 32) + t])
__global__ void k_reduce_u64(const u64*a,u64*r){ int i=threadIdx.x; u64 v=a[i]; for(int o=16;o;o/=2) v+=__shfl_xor_sync(FULL,v,o); r[i]=v; }
// warplaw: entry=k_scan_incl
// warplaw: ensures r[i] == sum(t, i & 32, i, a[t])
__global__ void k_scan_incl(const int*a,int*r){ int i=blockIdx.x*blockDim.x+threadIdx.x; int v=a[i]; int l=LANE;
#pragma unroll
 for(int o=1;o<32;o<<=1){ int t=__shfl_up_sync(FULL,v,o); if(l>=o) v+=t; } r[i]=v; }
// warplaw: entry=k_scan_float
// warplaw: ensures r[0] == a[0] && r[1] == a[1] +f r[0]
// warplaw: ensures all(i, 2, 3, r[i] == sumf_near(t, i - 1, i, a[t]) +f r[i - 2])
// warplaw: ensures all(i, 4, 7, r[i] == sumf_near(t, i - 3, i, a[t]) +f r[i - 4])
// warplaw: ensures all(i, 8, 15, r[i] == sumf_near(t, i - 7, i, a[t]) +f r[i - 8])
// warplaw: ensures all(i, 16, 31, r[i] == sumf_near(t, i - 15, i, a[t]) +f r[i - 16])
__global__ void k_scan_float(const float*a,float*r){ int i=threadIdx.x; float v=a[i]; int l=LANE; for(int o=1;o<32;o<<=1){ float t=__shfl_up_sync(FULL,v,o); if(l>=o) v+=t; } r[i]=v; }
// warplaw: entry=k_atomic_agg
// warplaw: ensures cnt[0] == count(t, 0, 31, a[t] > 0)
// warplaw: ensures all(i, 0, 31, (a[i] > 0 ==> 0 <= r[i] && r[i] < cnt[0]) && (a[i] <= 0 ==> r[i] == 0))
// warplaw: ensures all(i, 0, 31, all(k, 0, i - 1, a[i] > 0 && a[k] > 0 ==> r[i] != r[k]))
__global__ void k_atomic_agg(int*cnt,int*r,const int*a){ int i=threadIdx.x; if(a[i]>0){ u32 m=__activemask(); int leader=__ffs(m)-1; int base; if((int)LANE==leader) base=atomicAdd(cnt,__popc(m)); base=__shfl_sync(m,base,leader); u32 lt; asm("mov.u32 %0, %%lanemask_lt;":"=r"(lt)); r[i]=base+__popc(m&lt); } }
#if !defined(W50) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__>=700)
// warplaw: entry=k_hist_match
// warplaw: ensures h[b] == count(t, 0, 127, a[t] == b)
__global__ void k_hist_match(const unsigned char*a,u32*h){ __shared__ u32 s[256]; for(int j=threadIdx.x;j<256;j+=blockDim.x) s[j]=0; __syncthreads(); u32 b=a[blockIdx.x*blockDim.x+threadIdx.x]; u32 m=__match_any_sync(FULL,b); if((int)LANE==__ffs(m)-1) atomicAdd(s+b,(u32)__popc(m)); __syncthreads(); for(int j=threadIdx.x;j<256;j+=blockDim.x) atomicAdd(h+j,s[j]); }
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__>=800
// warplaw: entry=k_redux
// warplaw: ghost two(x) = a[x] | a[x ^ 1]
// warplaw: ghost four(x) = two(x) | two(x ^ 2)
// warplaw: ghost eight(x) = four(x) | four(x ^ 4)
// warplaw: ghost sixteen(x) = eight(x) | eight(x ^ 8)
// warplaw: ghost allbits(x) = sixteen(x) | sixteen(x ^ 16)
// warplaw: ensures r[i] == sum(t, 0, 31, a[(i & 32) + t]) + max(t, 0, 31, a[(i & 32) + t]) + allbits(i & 32)
__global__ void k_redux(const u32*a,u32*r){ int i=threadIdx.x; r[i]=__reduce_add_sync(FULL,a[i])+__reduce_max_sync(FULL,a[i])+__reduce_or_sync(FULL,a[i]); }
#endif
// warplaw: entry=k_softmax
// warplaw: ghost m1(x) = max.f32(0xff7fc99e, a[x])
// warplaw: ghost m2(x) = max.f32(m1(x), a[x + 32])
// warplaw: ghost m8(x) = max.f32(max.f32(m2(x), m1(x + 16)), max.f32(m1(x + 8), m1(x + 24)))
// warplaw: ghost m16(x) = max.f32(m8(x), m8(x + 4))
// warplaw: ghost m32(x) = max.f32(m16(x), m16(x + 2))
// warplaw: ghost e(b, x) = ex2.approx.f32((a[x] -f max.f32(m32(b), m32(b + 1))) *f 0x3fb8aa3b)
// warplaw: ghost s1(b, x) = 0.0 +f e(b, x)
// warplaw: ghost s8(b, x) = ((s1(b, x) +f e(b, x + 32)) +f s1(b, x + 16)) +f (s1(b, x + 8) +f s1(b, x + 24))
// warplaw: ghost s16(b, x) = s8(b, x) +f s8(b, x + 4)
// warplaw: ghost s32(b) = (s16(b, b) +f s16(b, b + 2)) +f (s16(b, b + 1) +f s16(b, b + 3))
// warplaw: ensures r[i] == div.rn.f32(e(i / 40 * 40, i), s32(i / 40 * 40))
__global__ void k_softmax(const float*a,float*r,int n){ int row=blockIdx.x; float m=-3.4e38f; for(int j=threadIdx.x;j<n;j+=32) m=fmaxf(m,a[row*n+j]); m=maxXor(m); float s=0; for(int j=threadIdx.x;j<n;j+=32) s+=__expf(a[row*n+j]-m); s=sumXor(s); for(int j=threadIdx.x;j<n;j+=32) r[row*n+j]=__expf(a[row*n+j]-m)/s; }
// warplaw: entry=k_broadcast
// warplaw: ensures r[i] == a[l & 31]
__global__ void k_broadcast(const int*a,int*r,int l){ int i=threadIdx.x; r[i]=__shfl_sync(FULL,a[i],l); }
// warplaw: entry=k_bitonic
// warplaw: ensures all(t, 0, 30, r[t] <= r[t + 1])
// warplaw: ensures all(i, 0, 31, count(t, 0, 31, r[t] == a[i]) == count(t, 0, 31, a[t] == a[i]))
__global__ void k_bitonic(const int*a,int*r){ int i=threadIdx.x; int v=a[i]; 
#pragma unroll
 for(int k=2;k<=32;k<<=1)
#pragma unroll
  for(int j=k>>1;j>0;j>>=1){ int w=__shfl_xor_sync(FULL,v,j); bool up=(LANE&k)==0; bool lo=(LANE&j)==0; v=(lo==up)?min(v,w):max(v,w);} r[i]=v; }
__global__ void k_block_reduce(const float*a,float*r,int n){ __shared__ float s[32]; float v=0; for(int j=blockIdx.x*blockDim.x+threadIdx.x;j<n;j+=gridDim.x*blockDim.x) v+=a[j]; v=sumXor(v); if(LANE==0) s[threadIdx.x>>5]=v; __syncthreads(); v=threadIdx.x<(blockDim.x>>5)?s[LANE]:0.f; if(threadIdx.x<32) v=sumXor(v); if(threadIdx.x==0) atomicAdd(r,v); }
// warplaw: entry=k_all
// warplaw: ensures all(t, 0, 31, a[t] >= 0) ==> all(i, 0, 31, r[i] == 1)
// warplaw: ensures any(t, 0, 31, a[t] < 0) ==> all(i, 0, 31, r[i] == a[i])
__global__ void k_all(const int*a,int*r){ int i=threadIdx.x; if(__all_sync(FULL,a[i]>=0)) r[i]=1; else r[i]=a[i]; }
// warplaw: entry=k_width16
// warplaw: ghost two(x) = a[x] + a[x + 8 * ((x & 15) < 8)]
// warplaw: ghost four(x) = two(x) + two(x + 4 * ((x & 15) < 12))
// warplaw: ghost eight(x) = four(x) + four(x + 2 * ((x & 15) < 14))
// warplaw: ensures r[i] == eight(i) + eight(i + ((i & 15) < 15))
// warplaw: ensures all(s, 0, 3, r[16 * s] == sum(t, 0, 15, a[16 * s + t]))
__global__ void k_width16(const int*a,int*r){ int i=threadIdx.x; int v=a[i]; for(int o=8;o;o>>=1) v+=__shfl_down_sync(FULL,v,o,16); r[i]=v; }
// warplaw: entry=k_quad
// warplaw: ensures r[i] == (a[i] +f a[i ^ 1]) +f (a[i ^ 2] +f a[i ^ 3])
__global__ void k_quad(const float*a,float*r){ int i=threadIdx.x; float v=a[i]; v+=__shfl_xor_sync(FULL,v,1); v+=__shfl_xor_sync(FULL,v,2); r[i]=v; }
// warplaw: entry=k_maxloc_u64
// warplaw: ensures r[0] == max(t, 0, 63, (a[t] << 32) | t)
__global__ void k_maxloc_u64(const float*a,u64*r){ int i=threadIdx.x; u64 v=((u64)__float_as_uint(a[i])<<32)|i; for(int o=16;o;o>>=1){ u64 w=__shfl_xor_sync(FULL,v,o); v=w>v?w:v; } if(LANE==0) atomicMax(r,v); }
__global__ void k_shared_cas(float*r,const float*a){ __shared__ int s; if(threadIdx.x==0) s=0; __syncthreads(); int old=s,as; do{ as=old; old=atomicCAS(&s,as,__float_as_int(__int_as_float(as)+a[threadIdx.x])); }while(as!=old); __syncthreads(); if(threadIdx.x==0) r[0]=__int_as_float(s); }
// warplaw: entry=k_shared_ops
// warplaw: ghost two(x) = a[x] | a[x ^ 1]
// warplaw: ghost four(x) = two(x) | two(x ^ 2)
// warplaw: ghost eight(x) = four(x) | four(x ^ 4)
// warplaw: ghost sixteen(x) = eight(x) | eight(x ^ 8)
// warplaw: ghost warp(x) = sixteen(x) | sixteen(x ^ 16)
// warplaw: ensures r[0] == sum(t, 0, 63, a[t])
// warplaw: ensures r[2] == warp(0) | warp(32)
// warplaw: ensures all(i, 0, 63, count(t, 3, 67, r[t] == a[i]) == count(t, 0, 63, a[t] == a[i]) + (a[i] == 0))
__global__ void k_shared_ops(int*r,const int*a){ __shared__ int s[4]; if(threadIdx.x<4) s[threadIdx.x]=0; __syncthreads(); int v=a[threadIdx.x]; atomicAdd(s,v); atomicMax(s+1,v); atomicOr((u32*)s+2,(u32)v); r[threadIdx.x+4]=atomicExch(s+3,v); __syncthreads(); if(threadIdx.x<4) r[threadIdx.x]=s[threadIdx.x]; }
// warplaw: entry=k_syncwarp_shared
// warplaw: ensures r[i] == a[((i & 32) + ((i + 1) & 31)) ^ 1] + 1
__global__ void k_syncwarp_shared(const int*a,int*r){ __shared__ int s[1024]; int i=threadIdx.x; s[i]=a[i]; __syncwarp(); int v=s[i^1]; __syncwarp(); s[i]=v+1; __syncwarp(); r[i]=s[(i&~31)|((i+1)&31)]; }
#if !defined(__clang__) && !defined(W50)
// warplaw: entry=k_half2
// warplaw: ghost two(x) = add.f16x2(a[x], a[x ^ 16])
// warplaw: ghost four(x) = add.f16x2(two(x), two(x ^ 8))
// warplaw: ghost eight(x) = add.f16x2(four(x), four(x ^ 4))
// warplaw: ghost sixteen(x) = add.f16x2(eight(x), eight(x ^ 2))
// warplaw: ensures r[i] == add.f16x2(sixteen(i), sixteen(i ^ 1))
__global__ void k_half2(const __half2*a,__half2*r){ int i=threadIdx.x; __half2 v=a[i]; for(int o=16;o;o>>=1) v=__hadd2(v,__shfl_xor_sync(FULL,v,o)); r[i]=v; }
// warplaw: entry=k_simd
// warplaw: ghost byte(x, k) = (x >> 8 * k) & 255
// warplaw: ghost half(x, k) = ((x >> 16 * k) & 65535) ^ 32768
// warplaw: ghost most(x, y) = (x >= y) * x + (x < y) * y
// warplaw: ghost least(x, y) = (x < y) * x + (x >= y) * y
// warplaw: ghost apart(x, y) = (x >= y) * (x - y) + (x < y) * (y - x)
// warplaw: ghost vadd4(x, y) = sum(k, 0, 3, ((byte(x, k) + byte(y, k)) & 255) << 8 * k)
// warplaw: ghost vabsdiffu4(x, y) = sum(k, 0, 3, apart(byte(x, k), byte(y, k)) << 8 * k)
// warplaw: ghost vmaxs2(x, y) = sum(k, 0, 1, (most(half(x, k), half(y, k)) ^ 32768) << 16 * k)
// warplaw: ghost vsads4(x, y) = sum(k, 0, 3, byte(vabsdiffu4(x ^ 0x80808080, y ^ 0x80808080), k))
// warplaw: ghost vcmpgtu4(x, y) = sum(k, 0, 3, (byte(x, k) > byte(y, k)) * 255 << 8 * k)
// warplaw: ghost vsubss2(x, y) = sum(k, 0, 1, (least(most(half(x, k) + 65536 - half(y, k), 32768), 98303) & 65535) << 16 * k)
// warplaw: ghost first(x, y) = vadd4(x, y) ^ vabsdiffu4(x, y) ^ vmaxs2(x, y)
// warplaw: ghost second(x, y) = vsads4(x, y) ^ vcmpgtu4(x, y) ^ vsubss2(x, y)
// warplaw: ensures r[i] == first(a[2 * i], a[2 * i + 1]) ^ second(a[2 * i], a[2 * i + 1])
__global__ void k_simd(const u32*a,u32*r){ int i=threadIdx.x; u32 x=a[i*2],y=a[i*2+1]; r[i]=__vadd4(x,y)^__vabsdiffu4(x,y)^__vmaxs2(x,y)^__vsads4(x,y)^__vcmpgtu4(x,y)^__vsubss2(x,y); }
// warplaw: entry=k_dp4a
// warplaw: ghost byte(x, k) = (a[x] << 24 - 8 * k) >> 24
// warplaw: ensures r[i] == sum(t, 0, 31, sum(k, 0, 3, byte(t, k) * byte(t + 32, k)))
__global__ void k_dp4a(const int*a,int*r){ int i=threadIdx.x; int s=__dp4a(a[i],a[i+32],0); for(int o=16;o;o>>=1) s+=__shfl_xor_sync(FULL,s,o); r[i]=s; }
#endif
}

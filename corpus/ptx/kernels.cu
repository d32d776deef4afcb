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
__global__ void k_reduce_int_down(const int*a,int*r,int n){ int i=blockIdx.x*blockDim.x+threadIdx.x; int v=i<n?a[i]:0; v=sumDown(v); if(LANE==0) r[i>>5]=v; }
__global__ void k_reduce_float_xor(const float*a,float*r){ int i=blockIdx.x*blockDim.x+threadIdx.x; r[i]=sumXor(a[i]); }
__global__ void k_reduce_max_float(const float*a,float*r){ int i=blockIdx.x*blockDim.x+threadIdx.x; r[i]=maxXor(a[i]); }
__global__ void k_reduce_double(const double*a,double*r){ int i=threadIdx.x; double v=a[i]; for(int o=16;o;o/=2) v+=__shfl_down_sync(FULL,v,o); if(LANE==0) r[i/32]=v; }
__global__ void k_reduce_u64(const u64*a,u64*r){ int i=threadIdx.x; u64 v=a[i]; for(int o=16;o;o/=2) v+=__shfl_xor_sync(FULL,v,o); r[i]=v; }
__global__ void k_scan_incl(const int*a,int*r){ int i=blockIdx.x*blockDim.x+threadIdx.x; int v=a[i]; int l=LANE;
#pragma unroll
 for(int o=1;o<32;o<<=1){ int t=__shfl_up_sync(FULL,v,o); if(l>=o) v+=t; } r[i]=v; }
__global__ void k_scan_float(const float*a,float*r){ int i=threadIdx.x; float v=a[i]; int l=LANE; for(int o=1;o<32;o<<=1){ float t=__shfl_up_sync(FULL,v,o); if(l>=o) v+=t; } r[i]=v; }
__global__ void k_atomic_agg(int*cnt,int*r,const int*a){ int i=threadIdx.x; if(a[i]>0){ u32 m=__activemask(); int leader=__ffs(m)-1; int base; if((int)LANE==leader) base=atomicAdd(cnt,__popc(m)); base=__shfl_sync(m,base,leader); u32 lt; asm("mov.u32 %0, %%lanemask_lt;":"=r"(lt)); r[i]=base+__popc(m&lt); } }
#if !defined(W50) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__>=700)
__global__ void k_hist_match(const unsigned char*a,u32*h){ __shared__ u32 s[256]; for(int j=threadIdx.x;j<256;j+=blockDim.x) s[j]=0; __syncthreads(); u32 b=a[blockIdx.x*blockDim.x+threadIdx.x]; u32 m=__match_any_sync(FULL,b); if((int)LANE==__ffs(m)-1) atomicAdd(s+b,(u32)__popc(m)); __syncthreads(); for(int j=threadIdx.x;j<256;j+=blockDim.x) atomicAdd(h+j,s[j]); }
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__>=800
__global__ void k_redux(const u32*a,u32*r){ int i=threadIdx.x; r[i]=__reduce_add_sync(FULL,a[i])+__reduce_max_sync(FULL,a[i])+__reduce_or_sync(FULL,a[i]); }
#endif
__global__ void k_softmax(const float*a,float*r,int n){ int row=blockIdx.x; float m=-3.4e38f; for(int j=threadIdx.x;j<n;j+=32) m=fmaxf(m,a[row*n+j]); m=maxXor(m); float s=0; for(int j=threadIdx.x;j<n;j+=32) s+=__expf(a[row*n+j]-m); s=sumXor(s); for(int j=threadIdx.x;j<n;j+=32) r[row*n+j]=__expf(a[row*n+j]-m)/s; }
__global__ void k_broadcast(const int*a,int*r,int l){ int i=threadIdx.x; r[i]=__shfl_sync(FULL,a[i],l); }
__global__ void k_bitonic(const int*a,int*r){ int i=threadIdx.x; int v=a[i]; 
#pragma unroll
 for(int k=2;k<=32;k<<=1)
#pragma unroll
  for(int j=k>>1;j>0;j>>=1){ int w=__shfl_xor_sync(FULL,v,j); bool up=(LANE&k)==0; bool lo=(LANE&j)==0; v=(lo==up)?min(v,w):max(v,w);} r[i]=v; }
__global__ void k_block_reduce(const float*a,float*r,int n){ __shared__ float s[32]; float v=0; for(int j=blockIdx.x*blockDim.x+threadIdx.x;j<n;j+=gridDim.x*blockDim.x) v+=a[j]; v=sumXor(v); if(LANE==0) s[threadIdx.x>>5]=v; __syncthreads(); v=threadIdx.x<(blockDim.x>>5)?s[LANE]:0.f; if(threadIdx.x<32) v=sumXor(v); if(threadIdx.x==0) atomicAdd(r,v); }
__global__ void k_all(const int*a,int*r){ int i=threadIdx.x; if(__all_sync(FULL,a[i]>=0)) r[i]=1; else r[i]=a[i]; }
__global__ void k_width16(const int*a,int*r){ int i=threadIdx.x; int v=a[i]; for(int o=8;o;o>>=1) v+=__shfl_down_sync(FULL,v,o,16); r[i]=v; }
__global__ void k_quad(const float*a,float*r){ int i=threadIdx.x; float v=a[i]; v+=__shfl_xor_sync(FULL,v,1); v+=__shfl_xor_sync(FULL,v,2); r[i]=v; }
__global__ void k_maxloc_u64(const float*a,u64*r){ int i=threadIdx.x; u64 v=((u64)__float_as_uint(a[i])<<32)|i; for(int o=16;o;o>>=1){ u64 w=__shfl_xor_sync(FULL,v,o); v=w>v?w:v; } if(LANE==0) atomicMax(r,v); }
__global__ void k_shared_cas(float*r,const float*a){ __shared__ int s; if(threadIdx.x==0) s=0; __syncthreads(); int old=s,as; do{ as=old; old=atomicCAS(&s,as,__float_as_int(__int_as_float(as)+a[threadIdx.x])); }while(as!=old); __syncthreads(); if(threadIdx.x==0) r[0]=__int_as_float(s); }
__global__ void k_shared_ops(int*r,const int*a){ __shared__ int s[4]; if(threadIdx.x<4) s[threadIdx.x]=0; __syncthreads(); int v=a[threadIdx.x]; atomicAdd(s,v); atomicMax(s+1,v); atomicOr((u32*)s+2,(u32)v); r[threadIdx.x+4]=atomicExch(s+3,v); __syncthreads(); if(threadIdx.x<4) r[threadIdx.x]=s[threadIdx.x]; }
__global__ void k_syncwarp_shared(const int*a,int*r){ __shared__ int s[1024]; int i=threadIdx.x; s[i]=a[i]; __syncwarp(); int v=s[i^1]; __syncwarp(); s[i]=v+1; __syncwarp(); r[i]=s[(i&~31)|((i+1)&31)]; }
#if !defined(__clang__) && !defined(W50)
__global__ void k_half2(const __half2*a,__half2*r){ int i=threadIdx.x; __half2 v=a[i]; for(int o=16;o;o>>=1) v=__hadd2(v,__shfl_xor_sync(FULL,v,o)); r[i]=v; }
__global__ void k_simd(const u32*a,u32*r){ int i=threadIdx.x; u32 x=a[i*2],y=a[i*2+1]; r[i]=__vadd4(x,y)^__vabsdiffu4(x,y)^__vmaxs2(x,y)^__vsads4(x,y)^__vcmpgtu4(x,y)^__vsubss2(x,y); }
__global__ void k_dp4a(const int*a,int*r){ int i=threadIdx.x; int s=__dp4a(a[i],a[i+32],0); for(int o=16;o;o>>=1) s+=__shfl_xor_sync(FULL,s,o); r[i]=s; }
#endif
}

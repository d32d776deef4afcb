#include <cstdio>
#include <cstdint>
#include <vector>
#include <cuda_runtime.h>
#define CK(c) do { cudaError_t e_=(c); if (e_!=cudaSuccess) { printf("{\"error\":\"%s: %s\"}\n", #c, cudaGetErrorString(e_)); return 1; } } while (0)
template <int M> __global__ void one2d(cudaSurfaceObject_t s, int x, int y, uint32_t v) {
  if (M==0) asm volatile("sured.b.2d.add.u32.clamp [%0, {%1,%2}], %3;"::"l"(s),"r"(x),"r"(y),"r"(v));
  if (M==1) asm volatile("sured.b.2d.add.u32.zero [%0, {%1,%2}], %3;"::"l"(s),"r"(x),"r"(y),"r"(v));
  if (M==2) asm volatile("sured.p.2d.add.b32.clamp [%0, {%1,%2}], %3;"::"l"(s),"r"(x),"r"(y),"r"(v));
  if (M==3) asm volatile("sured.p.2d.add.b32.zero [%0, {%1,%2}], %3;"::"l"(s),"r"(x),"r"(y),"r"(v));
  if (M==4) asm volatile("sured.b.2d.min.s32.clamp [%0, {%1,%2}], %3;"::"l"(s),"r"(x),"r"(y),"r"(v));
  if (M==5) asm volatile("sured.b.2d.max.u32.clamp [%0, {%1,%2}], %3;"::"l"(s),"r"(x),"r"(y),"r"(v));
  if (M==6) asm volatile("sured.b.2d.and.b32.clamp [%0, {%1,%2}], %3;"::"l"(s),"r"(x),"r"(y),"r"(v));
  if (M==7) asm volatile("sured.b.2d.or.b32.clamp [%0, {%1,%2}], %3;"::"l"(s),"r"(x),"r"(y),"r"(v));
}
template <int M> __global__ void one1d(cudaSurfaceObject_t s, int x, uint32_t v) {
  if (M==0) asm volatile("sured.b.1d.add.u32.clamp [%0, {%1}], %2;"::"l"(s),"r"(x),"r"(v));
  if (M==1) asm volatile("sured.b.1d.add.u32.zero [%0, {%1}], %2;"::"l"(s),"r"(x),"r"(v));
  if (M==2) asm volatile("sured.p.1d.add.b32.clamp [%0, {%1}], %2;"::"l"(s),"r"(x),"r"(v));
}
constexpr int W=16,H=8;
static const char* kName[]={"sured.b.2d.add.u32.clamp","sured.b.2d.add.u32.zero","sured.p.2d.add.b32.clamp","sured.p.2d.add.b32.zero","sured.b.2d.min.s32.clamp","sured.b.2d.max.u32.clamp","sured.b.2d.and.b32.clamp","sured.b.2d.or.b32.clamp"};
static const char* kName1[]={"sured.b.1d.add.u32.clamp","sured.b.1d.add.u32.zero","sured.p.1d.add.b32.clamp"};
template <int M> int two(cudaArray_t a, cudaSurfaceObject_t s, uint32_t init, uint32_t v) {
  static const int xs[]={0,4,8,60,64,68,128,-4,-64,1<<20,-(1<<30),16,12}; static const int ys[]={0,3,7,8,9,-1,-8,1<<20};
  std::vector<uint32_t> h(W*H);
  for (int y : ys) for (int x : xs) {
    for (auto& e : h) e = init; CK(cudaMemcpy2DToArray(a,0,0,h.data(),W*4,W*4,H,cudaMemcpyHostToDevice));
    one2d<M><<<1,1>>>(s,x,y,v); CK(cudaGetLastError()); cudaError_t e=cudaDeviceSynchronize();
    if (e!=cudaSuccess) { printf("{\"ptx\":\"%s\",\"x\":%d,\"y\":%d,\"error\":\"%s\"}\n",kName[M],x,y,cudaGetErrorString(e)); return 1; }
    CK(cudaMemcpy2DFromArray(h.data(),W*4,a,0,0,W*4,H,cudaMemcpyDeviceToHost));
    printf("{\"ptx\":\"%s\",\"width\":%d,\"height\":%d,\"x\":%d,\"y\":%d,\"initial\":\"0x%x\",\"operand\":\"0x%x\",\"changed\":[",kName[M],W,H,x,y,init,v);
    bool first=true; for (int i=0;i<W*H;++i) if (h[i]!=init) { printf("%s{\"x\":%d,\"y\":%d,\"value\":\"0x%x\"}",first?"":",",i%W,i/W,h[i]); first=false; }
    printf("]}\n");
  }
  return 0;
}
template <int M> int onedim(cudaArray_t a, cudaSurfaceObject_t s) {
  static const int xs[]={0,4,60,64,68,-4,-64,1<<20,12,16,20};
  std::vector<uint32_t> h(W);
  for (int x : xs) {
    for (auto& e : h) e = 5; CK(cudaMemcpy2DToArray(a,0,0,h.data(),W*4,W*4,1,cudaMemcpyHostToDevice));
    one1d<M><<<1,1>>>(s,x,100); cudaError_t e=cudaDeviceSynchronize();
    if (e!=cudaSuccess) { printf("{\"ptx\":\"%s\",\"x\":%d,\"error\":\"%s\"}\n",kName1[M],x,cudaGetErrorString(e)); return 1; }
    CK(cudaMemcpy2DFromArray(h.data(),W*4,a,0,0,W*4,1,cudaMemcpyDeviceToHost));
    printf("{\"ptx\":\"%s\",\"width\":%d,\"x\":%d,\"initial\":\"0x5\",\"operand\":\"0x64\",\"changed\":[",kName1[M],W,x);
    bool first=true; for (int i=0;i<W;++i) if (h[i]!=5) { printf("%s{\"x\":%d,\"value\":\"0x%x\"}",first?"":",",i,h[i]); first=false; }
    printf("]}\n");
  }
  return 0;
}
int main() {
  cudaChannelFormatDesc d = cudaCreateChannelDesc<unsigned>(); cudaArray_t a, b;
  CK(cudaMallocArray(&a,&d,W,H,cudaArraySurfaceLoadStore)); CK(cudaMallocArray(&b,&d,W,0,cudaArraySurfaceLoadStore));
  cudaResourceDesc r{}; r.resType=cudaResourceTypeArray; r.res.array.array=a; cudaSurfaceObject_t s,t; CK(cudaCreateSurfaceObject(&s,&r));
  r.res.array.array=b; CK(cudaCreateSurfaceObject(&t,&r));
  if (two<0>(a,s,5,100)||two<1>(a,s,5,100)||two<2>(a,s,5,100)||two<3>(a,s,5,100)||two<4>(a,s,5,0xfffffff0)||two<5>(a,s,5,0xfffffff0)||two<6>(a,s,0xff,0x3c)||two<7>(a,s,0xf0,0x3c)) return 1;
  return onedim<0>(b,t)||onedim<1>(b,t)||onedim<2>(b,t);
}

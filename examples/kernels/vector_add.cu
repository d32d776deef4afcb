// c = a + b
// warplaw: entry=vector_add grid=4 block=64
// warplaw: a=u32[200]:lane*3 b=u32[200]:1000 c=u32[200] n=200
// warplaw: expect:c=u32[200]:1000+lane*3
__global__ void vector_add(const unsigned* a, const unsigned* b, unsigned* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

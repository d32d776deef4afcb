// The host's side of CUDA, declared and nowhere defined: sources have a main() that allocates, copies and launches
// beside their kernels, and only these are compiled. Included by cuda_device.h.
#pragma once
// by these helper_cuda.h of NVIDIA's samples knows that it is here
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__

struct CUstream_st;
struct CUevent_st;
using cudaStream_t = CUstream_st*;
using cudaEvent_t = CUevent_st*;

enum cudaError {
  cudaSuccess,
  cudaErrorInvalidValue,
  cudaErrorMemoryAllocation,
  cudaErrorInitializationError,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidDevice = 101,
  cudaErrorNotReady = 600,
  cudaErrorLaunchFailure = 719,
  cudaErrorUnknown = 999
};
using cudaError_t = cudaError;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaFuncCache {
  cudaFuncCachePreferNone,
  cudaFuncCachePreferShared,
  cudaFuncCachePreferL1,
  cudaFuncCachePreferEqual
};
enum cudaComputeMode { cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited };
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrClockRate = 13,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrIntegrated = 18,
  cudaDevAttrComputeMode = 20,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};
constexpr unsigned cudaMemAttachGlobal = 1, cudaMemAttachHost = 2;
constexpr unsigned cudaStreamDefault = 0, cudaStreamNonBlocking = 1;
constexpr unsigned cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2;
constexpr unsigned cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2;

struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, sharedMemPerBlockOptin, sharedMemPerMultiprocessor, totalConstMem, memPitch;
  int regsPerBlock, regsPerMultiprocessor, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  int major, minor, multiProcessorCount, maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor, clockRate;
  int memoryClockRate, memoryBusWidth, l2CacheSize, concurrentKernels, asyncEngineCount, unifiedAddressing;
  int managedMemory, concurrentManagedAccess, cooperativeLaunch, canMapHostMemory, integrated, computeMode;
  int pageableMemoryAccess, hostNativeAtomicSupported, deviceOverlap;
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, maxDynamicSharedSizeBytes;
};

extern "C" {
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorString(cudaError_t);
const char* cudaGetErrorName(cudaError_t);
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind, cudaStream_t = nullptr);
cudaError_t cudaMemcpy2D(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width, size_t height,
                         cudaMemcpyKind);
cudaError_t cudaMemset(void* at, int byte, size_t bytes);
cudaError_t cudaMemsetAsync(void* at, int byte, size_t bytes, cudaStream_t = nullptr);
cudaError_t cudaFree(void*);
cudaError_t cudaFreeAsync(void*, cudaStream_t);
cudaError_t cudaFreeHost(void*);
cudaError_t cudaMemGetInfo(size_t* free, size_t* total);
cudaError_t cudaMemPrefetchAsync(const void* at, size_t bytes, int device, cudaStream_t = nullptr);
cudaError_t cudaHostRegister(void*, size_t, unsigned);
cudaError_t cudaHostUnregister(void*);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaThreadSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaSetDevice(int);
cudaError_t cudaGetDevice(int*);
cudaError_t cudaGetDeviceCount(int*);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp*, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int device);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache);
cudaError_t cudaRuntimeGetVersion(int*);
cudaError_t cudaDriverGetVersion(int*);
cudaError_t cudaStreamCreate(cudaStream_t*);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t*, unsigned);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0);
cudaError_t cudaEventCreate(cudaEvent_t*);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t*, unsigned);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t);
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();
// `<<< >>>`
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t = nullptr);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t = nullptr);
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared,
                             cudaStream_t);
cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared,
                                        cudaStream_t);
}
template <class T> cudaError_t cudaMalloc(T** to, size_t bytes);
template <class T> cudaError_t cudaMallocAsync(T** to, size_t bytes, cudaStream_t);
template <class T> cudaError_t cudaMallocHost(T** to, size_t bytes, unsigned = 0);
template <class T> cudaError_t cudaMallocManaged(T** to, size_t bytes, unsigned = cudaMemAttachGlobal);
template <class T> cudaError_t cudaMallocPitch(T** to, size_t* pitch, size_t width, size_t height);
template <class T> cudaError_t cudaHostAlloc(T** to, size_t bytes, unsigned);
template <class T> cudaError_t cudaHostGetDevicePointer(T** to, void*, unsigned);
template <class T>
cudaError_t cudaMemcpyToSymbol(const T&, const void* from, size_t bytes, size_t at = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice);
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T&, size_t bytes, size_t at = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost);
template <class T> cudaError_t cudaGetSymbolAddress(void** to, const T&);
template <class T>
cudaError_t cudaLaunchKernel(T* function, dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                             cudaStream_t = nullptr);
template <class T>
cudaError_t cudaLaunchCooperativeKernel(T* function, dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                                        cudaStream_t = nullptr);
template <class T> cudaError_t cudaFuncSetAttribute(T* function, cudaFuncAttribute, int);
template <class T> cudaError_t cudaFuncSetCacheConfig(T* function, cudaFuncCache);
template <class T> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes*, T* function);
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T function, int threads, size_t shared);
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, T function, size_t shared = 0, int limit = 0);

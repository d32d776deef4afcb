#include "gpu/driver.h"
#include <dlfcn.h>
#include <fmt/format.h>
#include <vector>

namespace warplaw::gpu {
namespace {

// Numbers of the driver's interface, cuda.h.
constexpr int kComputeCapabilityMajor = 75, kComputeCapabilityMinor = 76;
constexpr int kErrorLog = 5, kErrorLogBytes = 6, kOptimisation = 7;
constexpr std::size_t kLogBytes = 1 << 14;

} // namespace

/// Those that are used, by their names in the library. All give 0 for success.
struct Functions {
  void* library = nullptr;
  int (*cuInit)(unsigned flags);
  int (*cuDriverGetVersion)(int* version);
  int (*cuDeviceGet)(int* device, int ordinal);
  int (*cuDeviceGetName)(char* name, int bytes, int device);
  int (*cuDeviceGetAttribute)(int* value, int attribute, int device);
  int (*cuDevicePrimaryCtxRetain)(void** context, int device);
  int (*cuDevicePrimaryCtxRelease)(int device);
  int (*cuCtxSetCurrent)(void* context);
  int (*cuCtxSynchronize)();
  int (*cuModuleLoadDataEx)(void** module, const void* image, unsigned options, int* option, void** value);
  int (*cuModuleUnload)(void* module);
  int (*cuModuleGetFunction)(void** function, void* module, const char* name);
  int (*cuMemAlloc)(Address* address, std::size_t bytes);
  int (*cuMemFree)(Address address);
  int (*cuMemcpyHtoD)(Address to, const void* from, std::size_t bytes);
  int (*cuMemcpyDtoH)(void* to, Address from, std::size_t bytes);
  int (*cuLaunchKernel)(void* function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                        unsigned blockY, unsigned blockZ, unsigned sharedBytes, void* stream, void** parameters,
                        void** extra);
  int (*cuGetErrorString)(int error, const char** text);

  Functions() {
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library)
      throw Error("NVIDIA's driver is not installed");
    load(cuInit, "cuInit");
    load(cuDriverGetVersion, "cuDriverGetVersion");
    load(cuDeviceGet, "cuDeviceGet");
    load(cuDeviceGetName, "cuDeviceGetName");
    load(cuDeviceGetAttribute, "cuDeviceGetAttribute");
    load(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain");
    load(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2");
    load(cuCtxSetCurrent, "cuCtxSetCurrent");
    load(cuCtxSynchronize, "cuCtxSynchronize");
    load(cuModuleLoadDataEx, "cuModuleLoadDataEx");
    load(cuModuleUnload, "cuModuleUnload");
    load(cuModuleGetFunction, "cuModuleGetFunction");
    load(cuMemAlloc, "cuMemAlloc_v2");
    load(cuMemFree, "cuMemFree_v2");
    load(cuMemcpyHtoD, "cuMemcpyHtoD_v2");
    load(cuMemcpyDtoH, "cuMemcpyDtoH_v2");
    load(cuLaunchKernel, "cuLaunchKernel");
    load(cuGetErrorString, "cuGetErrorString");
  }
  template <class F> void load(F& function, const char* name) {
    function = reinterpret_cast<F>(dlsym(library, name));
    if (!function)
      throw Error(fmt::format("NVIDIA's driver has no {}", name));
  }
  void check(int error, std::string_view what) const {
    if (error == 0)
      return;
    const char* text = nullptr;
    cuGetErrorString(error, &text);
    throw Error(fmt::format("{}: {}", what, text ? text : fmt::format("error {}", error)));
  }
};

Gpu::Gpu() : call_(std::make_unique<Functions>()) {
  call_->check(call_->cuInit(0), "the GPU cannot be used");
  call_->check(call_->cuDeviceGet(&device_, 0), "no GPU");
  std::array<char, 256> name{};
  call_->check(call_->cuDeviceGetName(name.data(), name.size(), device_), "the GPU's name");
  name_ = name.data();
  int major = 0, minor = 0, version = 0;
  call_->check(call_->cuDeviceGetAttribute(&major, kComputeCapabilityMajor, device_), "the GPU's target");
  call_->check(call_->cuDeviceGetAttribute(&minor, kComputeCapabilityMinor, device_), "the GPU's target");
  target_ = static_cast<unsigned>(10 * major + minor);
  call_->check(call_->cuDriverGetVersion(&version), "the driver's version");
  driver_ = fmt::format("{}.{}", version / 1000, version % 1000 / 10);
  call_->check(call_->cuDevicePrimaryCtxRetain(&context_, device_), "the GPU cannot be used");
  enter();
}
Gpu::~Gpu() { call_->cuDevicePrimaryCtxRelease(device_); }
void Gpu::enter() const { call_->check(call_->cuCtxSetCurrent(context_), "the GPU cannot be used"); }

Buffer::Buffer(const Gpu& gpu, std::size_t bytes) : gpu_(gpu) {
  gpu.call_->check(gpu.call_->cuMemAlloc(&address_, std::max<std::size_t>(bytes, 1)), "memory of the GPU");
}
Buffer::~Buffer() { gpu_.call_->cuMemFree(address_); }
void Buffer::write(std::span<const std::uint8_t> bytes) {
  gpu_.call_->check(gpu_.call_->cuMemcpyHtoD(address_, bytes.data(), bytes.size()), "a copy to the GPU");
}
void Buffer::read(std::span<std::uint8_t> bytes) const {
  gpu_.call_->check(gpu_.call_->cuMemcpyDtoH(bytes.data(), address_, bytes.size()), "a copy from the GPU");
}

Module::Module(const Gpu& gpu, const std::string& text, unsigned optimised) : gpu_(gpu) {
  std::string log(kLogBytes, '\0');
  std::array<int, 3> option = {kErrorLog, kErrorLogBytes, kOptimisation};
  const auto number = [](std::uintptr_t value) { return reinterpret_cast<void*>(value); }; // NOLINT: the driver's way
  std::array<void*, 3> value = {log.data(), number(log.size()), number(optimised)};
  if (const int error = gpu.call_->cuModuleLoadDataEx(&module_, text.c_str(), 3, option.data(), value.data()))
    gpu.call_->check(error, fmt::format("the module does not assemble: {}", log.c_str()));
}
Module::~Module() { gpu_.call_->cuModuleUnload(module_); }

void Module::run(const std::string& entry, const std::array<std::uint32_t, 3>& grid,
                 const std::array<std::uint32_t, 3>& block, std::uint32_t sharedBytes,
                 std::span<const std::span<const std::uint8_t>> arguments) const {
  void* function = nullptr;
  gpu_.call_->check(gpu_.call_->cuModuleGetFunction(&function, module_, entry.c_str()), "entry " + entry);
  std::vector<void*> parameters;
  parameters.reserve(arguments.size());
  for (const std::span<const std::uint8_t> one : arguments) // the driver reads them alone
    parameters.push_back(const_cast<std::uint8_t*>(one.data()));
  gpu_.call_->check(gpu_.call_->cuLaunchKernel(function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                               sharedBytes, nullptr, parameters.data(), nullptr),
                    "the launch of " + entry);
  gpu_.call_->check(gpu_.call_->cuCtxSynchronize(), "the kernel " + entry);
}

} // namespace warplaw::gpu

// This machine's GPU, through NVIDIA's driver. The driver is a library that is loaded when it is asked for.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

namespace warplaw::gpu {

/// What the driver says: there is no GPU, a module does not assemble, a kernel ended with an error. After an error of a
/// kernel the process can use the GPU no more.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Functions; ///< of the driver's library
/// An address in the GPU's memory.
using Address = std::uint64_t;

/// The first GPU of this machine. Threads may share one; each that uses it calls `enter` first.
class Gpu {
public:
  Gpu(); ///< throws Error
  ~Gpu();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;
  void enter() const;
  const std::string& name() const { return name_; }     ///< "NVIDIA H100 80GB HBM3"
  unsigned target() const { return target_; }           ///< 90 of sm_90
  const std::string& driver() const { return driver_; } ///< the CUDA version that it has: "13.0"

private:
  friend class Buffer;
  friend class Module;
  std::unique_ptr<Functions> call_;
  std::string name_, driver_;
  unsigned target_ = 0;
  int device_ = 0;
  void* context_ = nullptr;
};

/// Bytes in the GPU's memory, aligned to 256.
class Buffer {
public:
  Buffer(const Gpu& gpu, std::size_t bytes);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  void write(std::span<const std::uint8_t> bytes); ///< as many as it has
  void read(std::span<std::uint8_t> bytes) const;
  Address address() const { return address_; }

private:
  const Gpu& gpu_;
  Address address_ = 0;
};

/// How much the driver's assembler optimises.
inline constexpr unsigned kNotOptimised = 0, kFullyOptimised = 4;

/// A module of PTX, assembled by the driver.
class Module {
public:
  Module(const Gpu& gpu, const std::string& text, unsigned optimised = kFullyOptimised);
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  /// Runs an entry to its end. `arguments`: the bytes of each parameter.
  void run(const std::string& entry, const std::array<std::uint32_t, 3>& grid,
           const std::array<std::uint32_t, 3>& block, std::uint32_t sharedBytes,
           std::span<const std::span<const std::uint8_t>> arguments) const;

private:
  const Gpu& gpu_;
  void* module_ = nullptr;
};

} // namespace warplaw::gpu

// Terms compiled to machine code (LLVM JIT), so that an encoding can be an oracle inside a fuzzing loop. Table lookups become loads.
#pragma once
#include "symbolic/term.h"
#include <memory>

namespace warplaw::native {
using symbolic::Term;

/// Where a variable is read from, or a result written to: byte `offset` of buffer `buffer`, `bytes` wide (1, 2, 4, 8; little-endian; width <= 8*bytes).
struct Slot {
  Term term; ///< inputs: a variable
  unsigned buffer = 0;
  std::size_t offset = 0;
  unsigned bytes = 4;
};

class Function {
public:
  using Entry = void(const void* const* inputs, void* const* outputs);
  void operator()(const void* const* inputs, void* const* outputs) const { entry_(inputs, outputs); }
  struct Impl;
  explicit Function(std::shared_ptr<Impl> impl, Entry* entry) : impl_(std::move(impl)), entry_(entry) {}
private:
  std::shared_ptr<Impl> impl_;
  Entry* entry_;
};

/// Every variable below the outputs must have an input slot (asserted); Apply is not supported here.
Function compile(std::span<const Slot> inputs, std::span<const Slot> outputs);

/// A whole bitcode module compiled in the same way: for replaying mutants and unshipped code. Null if the symbol is absent.
class Jit {
public:
  static std::unique_ptr<Jit> fromBitcode(std::span<const std::byte> bitcode);
  void* address(std::string_view symbol) const;
  ~Jit();
private:
  Jit();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace warplaw::native

// Terms compiled to machine code (LLVM JIT), so that an encoding can be an oracle inside a fuzzing loop. Table lookups
// become loads.
#pragma once
#include "symbolic/terms/term.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warplaw::native {
using symbolic::Term;

/// Where a variable is read from, or a result written to: byte `offset` of buffer `buffer`, `bytes` wide (1, 2, 4, 8,
/// 16; little-endian; width <= 8*bytes; 16 bytes for more than 64 bits).
struct Slot {
  Term term; ///< inputs: a variable
  unsigned buffer = 0;
  std::size_t offset = 0;
  unsigned bytes = 4;
};

class Function {
public:
  using Entry = void(const void* const* inputs, void* const* outputs);
  /// Touches nothing but the slots; any number of threads may call it at once, and outputs may lie over inputs.
  void operator()(const void* const* inputs, void* const* outputs) const noexcept { entry_(inputs, outputs); }
  struct Impl;
  explicit Function(std::shared_ptr<Impl> impl, Entry* entry) : impl_(std::move(impl)), entry_(entry) {}

private:
  std::shared_ptr<Impl> impl_;
  Entry* entry_;
};

/// Quick: nothing is optimised. That takes LLVM a fifth of the time, for code that is some times as slow.
enum class Effort : std::uint8_t { Quick, Full };

/// Every variable below the outputs must have an input slot (asserted); Apply is not supported here.
/// Floats are added and compared in integers: nothing is asked of this processor's own (symbolic/terms/float_model.h).
/// Threads may compile at once, each terms of its own Terms; the function outlives the terms.
Function compile(std::span<const Slot> inputs, std::span<const Slot> outputs, Effort effort = Effort::Full);

/// A function that is compiled late: its first calls are interpreted, the next ones run code that was made quickly, and
/// who goes on for long has it optimised, which takes LLVM seconds for a large one. Not thread-safe.
class LateFunction {
public:
  /// Calls of the first two kinds: about as many as take as long as what they save LLVM.
  struct Calls {
    unsigned interpreted = 1'000, quick = 300'000;
  };
  /// As compile(); `terms` are those of the slots, and are let go of once nothing more is compiled.
  LateFunction(std::unique_ptr<symbolic::Terms> terms, std::vector<Slot> inputs, std::vector<Slot> outputs)
      : LateFunction(std::move(terms), std::move(inputs), std::move(outputs), Calls()) {}
  LateFunction(std::unique_ptr<symbolic::Terms> terms, std::vector<Slot> inputs, std::vector<Slot> outputs,
               Calls calls);
  ~LateFunction();
  LateFunction(LateFunction&&) noexcept;
  LateFunction& operator=(LateFunction&&) noexcept;
  /// As Function's.
  void operator()(const void* const* inputs, void* const* outputs) const {
    if (compiled_)
      (*compiled_)(inputs, outputs);
    else
      early(inputs, outputs);
  }

private:
  void early(const void* const* inputs, void* const* outputs) const;
  struct Interpreted;
  mutable std::unique_ptr<Interpreted> interpreted_; ///< null once it is optimised
  mutable std::optional<Function> compiled_;
};

/// The LLVM IR that compile() starts from, before any optimisation: to look at.
std::string intermediateText(std::span<const Slot> inputs, std::span<const Slot> outputs);

/// A whole bitcode module compiled in the same way: for replaying mutants and unshipped code. Null if the symbol is
/// absent.
class Jit {
public:
  /// Null where this is no bitcode, or LLVM will not compile it for this machine.
  static std::unique_ptr<Jit> fromBitcode(std::span<const std::byte> bitcode);
  void* address(std::string_view symbol) const; ///< null if the symbol is absent
  ~Jit();

private:
  Jit();
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace warplaw::native

// The encoding of any instruction as a function on memory, compiled once it is asked often: where its cells lie follows
// from the lists of fields (spec/fields.h).
#pragma once
#include "fuzz/fuzzed_instruction.h"
#include "symbolic/native/described.h"
#include <optional>

namespace warplaw::fuzz {
using symbolic::Term;
using symbolic::Terms;

/// FuzzedInstruction::whole, all lanes at once; or `lane`, of an instruction that looks at no other: the word that an
/// executing lane's Rd receives. A function for each legal value of the modifiers while those are few, otherwise, or
/// where FuzzerHooks::oneFunction says so, one that reads them.
class DescribedEncoding final : public DatapathEncoding {
public:
  explicit DescribedEncoding(const FuzzedInstruction& of);
  void operator()(const void* modifiers, const spec::Operands& operands, const void* choices, std::span<std::uint8_t>,
                  void* around, spec::Results& results) override;

private:
  const native::LateFunction& functionOf(const void* modifiers);
  native::LateFunction made(const void* modifiers) const;
  struct Digit {
    std::size_t offset;
    std::uint64_t count;
  };
  const FuzzedInstruction& of_;
  std::vector<Digit> digits_; ///< none: one function
  std::vector<std::optional<native::LateFunction>> functions_;
};

} // namespace warplaw::fuzz

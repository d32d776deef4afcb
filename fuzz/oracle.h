// Judges a whole case: the state after it by the encoding and by the executor, and where the two differ. The
// architectural level is stated here plainly from MACH-1, -2, -3, -5, -8; the datapath is the encoding's machine code.
#pragma once
#include "fuzz/instruction.h"
#include "fuzz/outcome.h"
#include <functional>
#include <map>

namespace warplaw::fuzz {

/// What a datapath makes of operands: results before in, after out.
using DatapathRun = std::function<void(const spec::Operands&, std::span<std::uint8_t> memory,
                                       spec::SurroundingCells& cells, spec::Results&)>;
/// The whole case: fetch and write-back stated plainly, the plan and datapath given.
Outcome outcomeOf(const spec::Case& c, const spec::Plan& plan, const DatapathRun& datapath);

/// Not thread-safe.
class Oracle final : public Readers {
public:
  Oracle();
  InstructionFuzzer& of(spec::Mnemonic mnemonic) { return *fuzzers_.at(mnemonic); }
  spec::Plan planOf(const spec::Form& form, const spec::Choices& choices) override {
    return of(form.mnemonic()).planOf(form, choices);
  }
  bool hasMemory(spec::Mnemonic mnemonic) override;
  Explanation explain(const spec::Case& c) override { return of(c.instruction.mnemonic()).explain(c); }
  /// The encoding's outcome. Rejects what the executor must reject: illegal forms, choices and shader kinds.
  spec::Result<Outcome> encode(const spec::Case& c);
  /// Executor (each supported path, or one) against encoding; empty where they agree. Both rejecting is agreement.
  std::vector<Difference> differences(const spec::Case& c, std::string_view path = {});

private:
  std::map<spec::Mnemonic, std::unique_ptr<InstructionFuzzer>> fuzzers_;
};

} // namespace warplaw::fuzz

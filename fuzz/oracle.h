// A whole case judged: what the encoding says comes after it, what the executor makes of it, and where the two differ.
// The architectural level is stated here plainly from MACH-1, -2, -3, -5, -8; the datapath is the encoding's machine
// code.
#pragma once
#include "fuzz/instruction.h"
#include <functional>

namespace warplaw::fuzz {

/// The state after an instruction.
struct Outcome {
  spec::Warp warp;
  spec::SharedMemory memory;
  spec::SurroundingCells cells = {};
};

/// The shipped executor on a path (empty: the fastest supported one).
spec::Result<Outcome> execute(const spec::Case& c, std::string_view path = {});

/// What a datapath makes of operands: results before in, after out.
using DatapathRun = std::function<void(const spec::Operands&, std::span<std::uint8_t> memory,
                                       spec::SurroundingCells& cells, spec::Results&)>;
/// The whole case: fetch and write-back stated plainly, the plan and datapath given.
Outcome outcomeOf(const spec::Case& c, const spec::Plan& plan, const DatapathRun& datapath);

/// Not thread-safe.
class Oracle {
public:
  Oracle() : fuzzers_(allFuzzers()) {}
  InstructionFuzzer& of(spec::Mnemonic mnemonic) { return *fuzzers_[static_cast<unsigned>(mnemonic)]; }
  /// The encoding's outcome. Rejects what the executor must reject: illegal forms, choices and shader kinds.
  spec::Result<Outcome> encode(const spec::Case& c);
  /// Executor (each supported path, or one) against encoding; empty where they agree. Both rejecting is agreement.
  std::vector<Difference> differences(const spec::Case& c, std::string_view path = {});

private:
  std::vector<std::unique_ptr<InstructionFuzzer>> fuzzers_;
};

/// May the instruction change this place of an executing lane? (MACH-5)
std::vector<Difference> compare(const spec::Case& c, const spec::Plan& plan, const Outcome& expected,
                                const Outcome& got);
/// An outcome against a case file's expected values, `any` and frame included.
std::vector<Difference> compareExpected(const spec::Case& c, const Outcome& got);
/// The outcome as expected values: every place that changed; the rest is frame.
spec::Expected expectedOf(const spec::Case& c, const Outcome& outcome);

} // namespace warplaw::fuzz

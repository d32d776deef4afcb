// What a table says of an instruction besides the states before and after it: what it reads and writes, and columns
// that help to read a case, lane by lane. An Oracle says it by third statements, which an executor is judged against.
// The shipped executor can say it of itself: who only shows what it does needs neither encodings nor fuzzers.
#pragma once
#include "spec/case_file.h"
#include "spec/datapath.h"

namespace warplaw::fuzz {

/// A column of the lane table; an empty text says nothing about its lane.
struct LaneColumn {
  std::string title;
  std::array<std::string, spec::kLanes> text;
};
struct Explanation {
  std::vector<LaneColumn> columns;
  std::uint32_t lanesRead = 0; ///< lanes whose operands some executing lane looks at, itself left out
};

class Readers {
public:
  virtual ~Readers() = default;
  /// Which registers are read and written. The guard is the caller's.
  virtual spec::Plan planOf(const spec::Form& form, const spec::Choices& choices) = 0;
  /// Has its datapath a memory?
  virtual bool hasMemory(spec::Mnemonic mnemonic) = 0;
  virtual Explanation explain(const spec::Case& c) = 0;
};

/// By the plan and the modifiers of the shipped executor.
class ShippedReaders final : public Readers {
public:
  spec::Plan planOf(const spec::Form& form, const spec::Choices& choices) override;
  bool hasMemory(spec::Mnemonic mnemonic) override;
  Explanation explain(const spec::Case& c) override;
};

} // namespace warplaw::fuzz

// Reads the instructions of a text of several lines, or of a single line: CUDA's calls (spec/cuda_call.h), registers of
// PTX by their names (spec/ptx_names.h), and the GPU that a text is for.
#pragma once
#include "spec/instruction.h"
#include "spec/ptx_names.h"

namespace warplaw::spec {

/// The generation of a GPU: 50 of sm_50.
using Target = std::optional<unsigned>;
/// `sm_50`, `SM_90a`, and nothing around it.
Target targetNamed(std::string_view name);
/// What a line says that is of the GPU: `.target sm_80, debug`, `code for sm_50`, `arch = sm_50`, `.headerflags
/// @"EF_CUDA_SM50"`; none where it is another line. Rejected with the place in the line.
Result<Target> targetOfLine(std::string_view line);

class SourceReader {
public:
  explicit SourceReader(Target target = {}) : target_(target) {}

  PtxNames& names() { return names_; }
  const PtxNames& names() const { return names_; }
  Target target() const { return target_; }
  void setTarget(Target target) { target_ = target; }
  /// A line whose names must be known before it is read.
  void collect(std::string_view line);
  /// One instruction, or several of the machine that PTX writes as one. Rejected with the place in the line.
  Result<std::vector<Instruction>> read(std::string_view line) const;

private:
  void classify(const std::string& instruction);
  PtxNames names_;
  Target target_;
};

/// One line alone, with the names that it has. `state`: texts that name registers of ours beside it.
struct SourceLine {
  std::vector<Instruction> instructions;
  PtxNames names;
};
Result<SourceLine> readLine(std::string_view line, Target target = {}, const std::vector<std::string>& state = {});

} // namespace warplaw::spec

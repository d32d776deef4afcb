// An instruction on words by one reading of its rules, and misreadings: the results that executor and encoding would
// both give if both misread a rule in the same way. No theorem that compares the two sees that (mutants/paired.h).
#pragma once
#include "proofs/statements/whole_case.h"
#include "spec/instruction.h"
#include "spec/surrounding_cells.h"
#include "symbolic/encodings/machine.h"
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace warplaw::proofs {

struct Reading {
  /// Which operands a legal form reads and writes; the guard is PT.
  std::function<spec::Plan(const spec::Form&, const spec::Choices&)> plan;
  /// What its datapath leaves of those operands: results, memory and cells before in, after out.
  std::function<void(const spec::Form&, const spec::Choices&, const spec::Operands&, std::span<std::uint8_t> memory,
                     spec::SurroundingCells& cells, spec::Results&)>
      run;
};

struct Misreading {
  std::string name;
  std::vector<std::string> breaks; ///< the rules that it misreads
  Reading reading;
};

/// A warp of terms after one instruction, by the encodings: plan, fetch, datapath, write-back.
struct SteppedWarp {
  symbolic::WarpTerms after;
  symbolic::Term allowed; ///< width 1: the choices are such as an implementation may make
};
/// Prefix of the variables around a warp that no instruction of a straight line changes: which lanes have exited.
inline constexpr std::string_view kAroundProgram = "around.";
/// `choices`: prefix of the variables that stand for what the implementation chooses, and for what is around the warp
/// and may be another at each step.
using StepOnTerms = std::function<SteppedWarp(symbolic::Terms&, const spec::Instruction&, std::string_view choices,
                                              const symbolic::WarpTerms& before)>;

/// One instruction: as its encoding reads the rules, and with one rule misread each.
struct Readings {
  spec::Mnemonic mnemonic;
  Reading encoding;
  std::vector<Misreading> wrong;
  StepOnTerms step = {};        ///< empty where the datapath has a memory, or changes cells around
  WrittenDown writtenDown = {}; ///< how witnesses become cases
};

} // namespace warplaw::proofs

// Files that disassemblers and compilers print (nvdisasm, cuobjdump -sass, PTX): which of their lines are instructions.
#pragma once
#include "spec/source_reader.h"

namespace warplaw::spec {

/// Is it such a text, and no program of ours? Addresses in comments before instructions, or directives that begin with
/// a dot, say so.
bool isListing(std::string_view text);

struct ListedLine {
  std::size_t position = 0; ///< of the instruction in the text
  std::string text;         ///< it alone, on one line
  std::size_t function = 0; ///< the number of the function that it is of, from 0
  Result<std::vector<Instruction>> read;
  /// Why it is rejected is a rule's doing: it begins as one of the project's instructions does.
  bool isKnown = false;
  bool ends = false; ///< an unconditional EXIT or ret: what stands behind it is not run
};
struct Listing {
  Target target; ///< the first that it names, unless another one was given
  std::vector<ListedLine> lines;
  std::vector<Rejection> noTargets; ///< lines that say what the text is of, and name no GPU
};
/// Every instruction; labels, directives and control words are left out. Names of registers are each line's own. A
/// target holds up to the next that the text names; one that is given holds everywhere.
Listing readListing(std::string_view text, Target target = {});

/// The instructions of a listing whose lines are read as one program: of its only function, up to its end.
struct ListedProgram {
  std::vector<Instruction> program;
  std::vector<std::size_t> positions; ///< one each
  PtxNames names;
  std::vector<Rejection> others; ///< what is none of the project's instructions, or rejected: in place of a program
};
ListedProgram programFromListing(std::string_view text, Target target = {});

} // namespace warplaw::spec

// Files of programs as text (docs/programs.md) on the command line: read, with the state that their head gives.
#pragma once
#include "spec/program_text.h"
#include "tools/input.h"
#include "tools/state_text.h"

namespace warplaw::tools {

/// A program and the state before it, as a case of one warp with default choices.
struct ProgramFile {
  std::string path;
  std::string text;
  spec::ProgramText program;
  spec::ProgramCase state;
  /// FILE:LINE of a byte of the text.
  std::string placeOf(std::size_t position) const { return placeIn(path, text, position); }
  /// What is rejected at a byte of the text: FILE:LINE, and the position in that line.
  BadCase at(spec::Rejection rejection) const;
};

/// `more`: state given on the command line, which goes before the file's; `shared`: bytes of shared memory.
boost::system::result<ProgramFile, BadCase> readProgramText(const std::string& path, const StateText& more = {},
                                                            std::optional<std::uint32_t> shared = {});

} // namespace warplaw::tools

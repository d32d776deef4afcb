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
/// `target`: of which GPU the text is, where it does not say so.
boost::system::result<ProgramFile, BadCase> readProgramText(const std::string& path, const StateText& more = {},
                                                            std::optional<std::uint32_t> shared = {},
                                                            spec::Target target = {});

/// Every line of a disassembler's text that cannot be run. No line of any other file: reading it says what is wrong.
std::vector<BadCase> othersIn(const std::string& path, spec::Target target);

/// The texts of a state given beside a program that name registers.
std::vector<std::string> naming(const StateText& state);
/// State given beside a text, with registers in place of names.
StateText withoutNames(StateText state, const spec::PtxNames& names);
/// "%rd1 is R252 and R253, %p40 is P6", a line; nothing where each name is its number's register.
std::string namesLine(const spec::PtxNames& names);

} // namespace warplaw::tools

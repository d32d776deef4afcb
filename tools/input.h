// What subcommands share: files in, one clear line for what is wrong with them, and the names of things on the command
// line.
#pragma once
#include "fuzz/oracle.h"
#include "proofs/engine/verdict.h"
#include "spec/program_case.h"
#include "tools/say.h"
#include <string>

namespace warplaw::tools {

using proofs::ExitCode;

/// One line on stderr, "WHERE: RULE: what; accepted: ...". WHERE is FILE:LINE, or FILE where all of it is meant;
/// empty: the command line, said as `warplaw`.
int badInput(std::string_view where, const spec::Rejection& rejection);
/// A file that cannot be used: `warplaw: file: MESSAGE`.
int badInput(std::string_view message);
/// On the command line, or in a results file, whose rejection begins with its place, FILE or FILE:LINE.
int badInput(spec::Rejection rejection);
/// Something wrong on the command line.
int badUsage(std::string message, std::string accepted);
constexpr int codeOf(ExitCode code) { return static_cast<int>(code); }

/// FILE:LINE of a byte of the text.
std::string placeIn(std::string_view file, std::string_view text, std::size_t position);

/// A case file, or standard input under the name "-". A rejection's place: WHERE as badInput shows it.
struct BadCase {
  std::string where;
  spec::Rejection rejection;
};
boost::system::result<spec::Case, BadCase> readCaseFile(const std::string& path);
/// The same for what takes several warps and instructions, too.
boost::system::result<spec::ProgramCase, BadCase> readProgramFile(const std::string& path);

/// The instruction that a user names by what it is listed under or by any of its mnemonics (VADD and VSUB are one), any
/// case; a rejection lists those that exist.
spec::Result<spec::Mnemonic> mnemonicOf(std::string_view name);

/// Text with everything but printable ASCII replaced, at most `longest` bytes: fit for one line on a terminal.
std::string printable(std::string_view text, std::size_t longest = 200);

/// A file's bytes, or those of standard input under the name "-", at most `limit`.
spec::Result<std::string> readBytes(const std::string& path, std::size_t limit);
/// The same as text: without a byte order mark.
spec::Result<std::string> readText(const std::string& path, std::size_t limit);

/// JSON without blanks and ends of lines.
std::string inOneLine(const std::string& json);

} // namespace warplaw::tools

// What subcommands share: files in, one clear line for what is wrong with them, and the names of things on the command
// line.
#pragma once
#include "fuzz/oracle.h"
#include "proofs/engine/verdict.h"
#include "spec/case_file.h"
#include <string>

namespace warplaw::tools {

using proofs::ExitCode;

/// "warplaw: WHERE: rule: message (accepted: ...)" on stderr, one line.
int badInput(std::string_view where, const spec::Rejection& rejection);
int badInput(std::string_view message);
constexpr int codeOf(ExitCode code) { return static_cast<int>(code); }

/// The instruction that a user names, any case; a rejection lists those that exist.
spec::Result<spec::Mnemonic> mnemonicOf(std::string_view name);
/// "portable" or another path of that instruction; a rejection lists them.
spec::Result<void> checkPath(spec::Mnemonic mnemonic, std::string_view path);

/// Text with everything but printable ASCII replaced, at most 200 bytes: fit for one line on a terminal.
std::string printable(std::string_view text);

/// A file's whole text, at most `limit` bytes.
spec::Result<std::string> readText(const std::string& path, std::size_t limit);

/// For JSON output.
std::string jsonText(std::string_view text);
std::string toJson(const fuzz::Difference& difference);

} // namespace warplaw::tools

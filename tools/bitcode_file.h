// An executor that somebody else wrote as LLVM bitcode at both stages, and what its table says, read without running
// it.
#pragma once
#include "check/plugin.h"
#include "spec/rejection.h"
#include "symbolic/lift/lift.h"
#include "tools/executor_source.h"

namespace warplaw::tools {

class BitcodeFile {
public:
  /// FILE.c and FILE.cpp as the front end emits them, with WARPLAW_PROVE defined; FILE.bc as it is, but for what its
  /// metadata says of aliasing; linked to one module, then optimised. Rejected: "file", "compile", "executor" (no
  /// constant table).
  static spec::Result<BitcodeFile> open(const ExecutorSource& source);

  const lift::Module& unoptimized() const { return unoptimized_; }
  const lift::Module& final() const { return final_; }
  const std::string& hash() const { return hash_; } ///< SHA-256 (hex) of the optimised bitcode
  /// Which metadata the files came with, of how many instructions, that the modules here are without: what it says of
  /// accesses that do not overlap. Empty: none.
  const std::map<std::string, unsigned>& dropped() const { return dropped_; }
  /// The function of a family, of whole warps; empty: not implemented.
  const std::string& functionOf(unsigned family) const { return functions_[family]; }
  const std::string& domain() const { return domain_; }

private:
  BitcodeFile(lift::Module unoptimized, lift::Module final)
      : unoptimized_(std::move(unoptimized)), final_(std::move(final)) {}
  spec::Result<void> readTable();

  lift::Module unoptimized_, final_;
  std::string hash_, domain_;
  std::map<std::string, unsigned> dropped_;
  std::array<std::string, check::kFamilies> functions_;
};

} // namespace warplaw::tools

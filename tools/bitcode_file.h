// An executor that somebody else wrote as LLVM bitcode at both stages, and what its table says, read without running
// it.
#pragma once
#include "check/plugin.h"
#include "spec/rejection.h"
#include "symbolic/lift/lift.h"

namespace warplaw::tools {

class BitcodeFile {
public:
  /// FILE.c and FILE.cpp as the front end emits them, with WARPLAW_PROVE defined; FILE.bc as it is; then optimised.
  /// Rejected: "file", "compile", "executor" (no constant table).
  static spec::Result<BitcodeFile> open(const std::string& path);

  const lift::Module& unoptimized() const { return unoptimized_; }
  const lift::Module& final() const { return final_; }
  const std::string& hash() const { return hash_; } ///< SHA-256 (hex) of the optimised bitcode
  /// The function of a family, of whole warps; empty: not implemented.
  const std::string& functionOf(unsigned family) const { return functions_[family]; }
  const std::string& domain() const { return domain_; }

private:
  BitcodeFile(lift::Module unoptimized, lift::Module final)
      : unoptimized_(std::move(unoptimized)), final_(std::move(final)) {}
  spec::Result<void> readTable();

  lift::Module unoptimized_, final_;
  std::string hash_, domain_;
  std::array<std::string, check::kFamilies> functions_;
};

} // namespace warplaw::tools

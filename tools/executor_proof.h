// What a domain claims of an executor that somebody else wrote, as theorems about its bitcode: one a form, lane by
// lane, or one lane whose number is unknown where it is written as a lane sees it (include/warplaw/lane.h).
#pragma once
#include "check/family.h"
#include "proofs/statements/subject.h"
#include "tools/bitcode_file.h"
#include "tools/plugin_file.h"

namespace warplaw::tools {

struct FormProof {
  std::string form;     ///< "SHFL.UP"
  std::string unstated; ///< why there is no theorem; empty: there is one
  std::optional<proofs::Theorem> theorem;
};

/// All of them in one object, which theorems refer to.
class ExecutorProof {
public:
  /// Compiled twice: to bitcode, and to what witnesses are run on. Rejections as those of both.
  static spec::Result<std::unique_ptr<ExecutorProof>> open(const ExecutorSource& source, const check::Limits& limits);

  /// Those of the domain; a family that is not implemented has none.
  std::vector<FormProof> forms(const std::string& onlyFamily) const;
  const BitcodeFile& bitcode() const { return bitcode_; }
  const check::Table& table() const { return plugin_->executor().table(); }

private:
  explicit ExecutorProof(BitcodeFile bitcode) : bitcode_(std::move(bitcode)) {}
  FormProof proofOf(check::Family& family, unsigned form) const;
  proofs::Obligations warpObligations(proofs::Terms& terms, check::Family& family, unsigned form,
                                      const std::string& prefix) const;
  proofs::Obligations laneObligations(proofs::Terms& terms, check::Family& family, unsigned form,
                                      const std::string& prefix) const;
  using CaseOf = std::function<std::vector<std::byte>(const proofs::Assignment&)>;
  /// Replays each obligation's witnesses on the case that they speak of; one that explains itself (undefined behaviour)
  /// on a smaller one, which is shown with what the compiled executor answers, be it right.
  void replayAs(proofs::Obligations& made, check::Family& family, unsigned form, const CaseOf& caseOf) const;
  /// Runs it on a case, and minimises that inside the domain.
  proofs::Replay replay(check::Family& family, unsigned form, std::vector<std::byte> asked, bool mustDiffer) const;
  /// In any of a few cases.
  bool storesWhenRun(check::Family& family, unsigned form) const;
  proofs::Replay shownAt(check::Family& family, std::vector<std::byte> asked) const;
  proofs::Subject subject() const;

  BitcodeFile bitcode_;
  std::unique_ptr<PluginFile> plugin_;
  std::vector<std::unique_ptr<check::Family>> families_;
};

} // namespace warplaw::tools

// What a domain claims of an executor that somebody else wrote, as theorems about its bitcode: one a form, lane by
// lane, or one lane whose number is unknown where it is written as a lane sees it (include/warplaw/lane.h).
#pragma once
#include "check/run.h"
#include "proofs/statements/subject.h"
#include "tools/bitcode_file.h"
#include "tools/case_keeper.h"
#include "tools/case_models.h"
#include "tools/plugin_file.h"

namespace warplaw::tools {

struct FormProof {
  std::string family;   ///< "shfl"
  std::string form;     ///< "SHFL.UP"
  std::string unstated; ///< why there is no theorem; empty: there is one
  std::string of;       ///< what PROVED speaks of: "batches of one and two such warps"
  std::optional<proofs::Theorem> theorem;
};

/// What the compiled executor gives away before anything is lifted.
struct Disproof {
  bool isWrong = false; ///< a case was answered wrongly, or ended the process; false: nothing was decided
  std::string remark;   ///< one line
  check::Finding found; ///< what `check` says of it
  std::string shown;    ///< the case, as a table and as a file
  Cases asked;          ///< it, or the batch that it was wrong in
};

/// All of them in one object, which theorems refer to.
class ExecutorProof {
public:
  /// Compiled twice: to bitcode, and to what witnesses are run on. Rejections as those of both.
  /// `turns`: of a loop, that are looked at.
  static spec::Result<std::unique_ptr<ExecutorProof>> open(const ExecutorSource& source, const check::Limits& limits,
                                                           CaseKeeper keeper, unsigned turns);

  /// Those of the domain; a family that is not implemented has none.
  std::vector<FormProof> forms(const std::string& onlyFamily) const;
  /// `check` on the executor as it is compiled without WARPLAW_PROVE, in batches as large as they come: so many seconds
  /// for each family. By form, those that gave something away.
  std::map<std::string, Disproof> check(const std::string& onlyFamily, double seconds) const;
  /// Is the code undefined on what disproves a form? An obligation each stage of compilation that is REFUTED, with the
  /// place, where it is; which no solver is asked. None where nothing can be lifted.
  std::optional<proofs::Theorem> undefinedOn(const std::string& form, const Disproof& disproof) const;
  const BitcodeFile& bitcode() const { return bitcode_; }
  const check::Table& table() const { return plugin_->executor().table(); }

private:
  explicit ExecutorProof(BitcodeFile bitcode) : bitcode_(std::move(bitcode)) {}
  bool isOfLane(check::Family& family, unsigned form) const;
  /// What is demanded of the function, and the function.
  proofs::Obligations obligations(proofs::Terms& terms, const proofs::Subject& subject, check::Family& family,
                                  unsigned form, const std::string& prefix) const;
  FormProof proofOf(check::Family& family, unsigned form) const;
  /// The batch, of one case or two, that a model speaks of.
  Cases batchFrom(check::Family& family, unsigned form, const proofs::Assignment& model) const;
  /// Witnesses are replayed on the batch that they speak of.
  void replayAs(proofs::Obligations& made, check::Family& family, unsigned form) const;
  /// Runs each case alone, then beside others, and minimises what fails inside the domain.
  proofs::Replay replay(check::Family& family, unsigned form, const Cases& batch) const;
  /// Says where the code is undefined, on a smaller case of the domain where it can, and how that is answered.
  proofs::Replay replayUndefined(check::Family& family, unsigned form, const UndefinedOn& undefined, Cases batch) const;
  std::optional<proofs::Replay> replayAlone(check::Family& family, check::Executor& executor,
                                            const std::vector<std::byte>& asked) const;
  Disproof disproofOf(check::Family& family, const check::FormReport& form) const;
  /// In any of a few cases.
  bool storesWhenRun(check::Family& family, unsigned form) const;
  proofs::Subject subject() const;

  BitcodeFile bitcode_;
  std::unique_ptr<PluginFile> plugin_;
  std::vector<std::unique_ptr<check::Family>> families_;
  CaseKeeper keeper_;
  unsigned turns_ = 0;
};

} // namespace warplaw::tools

// What readings of the rules are held against: fuzz's third statement of plan and datapath on the fuzzer's records, and
// the corpus.
#pragma once
#include "fuzz/oracle.h"
#include "proofs/mutants/paired.h"

namespace warplaw::tools {

/// The whole case as this reading has it.
fuzz::Outcome outcomeOf(const spec::Case& c, const proofs::Reading& reading);

class ThirdStatement final : public proofs::IndependentStatements {
public:
  /// `corpus`: folder of case files; one that cannot be read is a rejection.
  static spec::Result<std::unique_ptr<ThirdStatement>> over(const std::string& corpus);
  proofs::StatedExample example(spec::Mnemonic mnemonic, std::size_t number) override;
  std::vector<std::string> contradicted(spec::Mnemonic mnemonic, const proofs::Reading& reading) override;

private:
  struct Named {
    std::string name;
    spec::Case c;
  };
  fuzz::Oracle oracle_;
  std::vector<Named> cases_; ///< with expected values
};

} // namespace warplaw::tools

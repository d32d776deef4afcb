// SARIF 2.1.0: findings that have a place in a file, as code scanning shows them beside the line.
#pragma once
#include "proofs/engine/provenance.h"
#include "proofs/engine/results.h"
#include <map>
#include <string>
#include <vector>

namespace warplaw::tools {

struct Finding {
  proofs::Verdict verdict = proofs::Verdict::Refuted;
  std::string form;       ///< "SHFL.UP"
  std::string message;    ///< one line
  std::string file;       ///< as the compiler was given it; empty: it has no place
  unsigned line = 0;      ///< from 1
  std::string rule = {};  ///< what it is called there; empty: as the verdict
  std::string about = {}; ///< the rule in words
  bool isNote = false;    ///< no error, whatever its verdict
  std::map<std::string, std::string> properties = {};
  std::string ruleId() const { return rule.empty() ? std::string(proofs::textOf(verdict)) : rule; }
};

/// What a record that is not as expected says, with the place that its reason or, for want of one, its counterexample
/// names: ", FILE:LINE".
Finding findingOf(const proofs::Record& record);

/// Findings at one place with one message are one result, which names their forms; those without a place are left out.
std::string sarifOf(const std::vector<Finding>& findings, const proofs::Provenance& made);

} // namespace warplaw::tools

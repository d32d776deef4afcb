// What `verify --program` says of a program: a verdict a statement, whatever number of lanes it was asked of, and for
// which lanes that is.
#pragma once
#include "proofs/engine/results.h"
#include <boost/json/object.hpp>
#include <string>
#include <vector>

namespace warplaw::tools {

struct StatementVerdict {
  std::string name, text;   ///< "ensures-1", and the statement as it was given
  proofs::Verdict verdict;  ///< the weakest of its obligations
  proofs::Verdict expected; ///< Proved; Refuted of a claim
  std::size_t questions;    ///< how many lanes it was asked of; 1 where it speaks of no lane
  double seconds;
  std::string remark; ///< why it is not as expected; empty where it is
};

struct ProgramVerdicts {
  std::string lanes; ///< "for all 32 lanes active; ..": of which warps all of it is said
  std::vector<StatementVerdict> statements;
};

/// Lines for people, one a statement, and the one of the lanes.
std::string textOf(const ProgramVerdicts& verdicts);
boost::json::object toJson(const ProgramVerdicts& verdicts);

} // namespace warplaw::tools

// Certificates: evidence, beside a solver's word, that a query is unsatisfiable. certificates/certify.h says what they
// are worth, and to whom.
#pragma once
#include "symbolic/terms/smt.h"
#include <boost/json/fwd.hpp>
#include <functional>
#include <string>
#include <string_view>

namespace warplaw::proofs {

/// The result of looking for a certificate of something that is PROVED.
struct Certificate {
  enum class Status {
    NotNeeded,     ///< no unsatisfiable query was asked: folding decided, or a model is the evidence
    Certified,     ///< a proof was checked
    Uncertifiable, ///< not a question about bits: floats
    NotCertified,  ///< it should be, and is not: the reason says which limit, or what failed
    Contradiction, ///< something is wrong: the query has a model, or what was given as its proof is none
  };
  Status status = Status::NotCertified;
  std::string reason; ///< one line; empty where certified
  // of the formula and its proof, 0 where there is none
  std::size_t variables = 0, clauses = 0, steps = 0;
  double solving = 0, checking = 0; ///< seconds of processors

  /// Does the run fall short of what --certify asks for?
  bool fallsShort() const { return status == Status::NotCertified || status == Status::Contradiction; }
};
std::string_view textOf(Certificate::Status status); ///< "certified", "not certified", ...

std::string toJson(const Certificate& certificate); ///< one object
/// Throws what Boost.JSON throws.
Certificate certificateFrom(const boost::json::value& value);

/// Makes one of a query that a solver said is unsatisfiable; called in a process of its own, which may be killed.
using Certifier = std::function<Certificate(const symbolic::Query&)>;

} // namespace warplaw::proofs

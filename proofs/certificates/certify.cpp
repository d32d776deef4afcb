#include "proofs/certificates/certify.h"
#include "proofs/certificates/cadical.h"
#include "proofs/certificates/cross_check.h"
#include "proofs/engine/children.h"
#include "proofs/engine/witness.h"
#include "proofs/rup/rup.h"
#include <algorithm>
#include <boost/json.hpp>
#include <fmt/format.h>

namespace warplaw::certificates {
using proofs::Certificate;
using proofs::Children;
using Status = Certificate::Status;
namespace {

Certificate& ended(Certificate& certificate, Status status, std::string reason) {
  certificate.status = status;
  certificate.reason = std::move(reason);
  return certificate;
}

/// As often as costs little beside solving, and never less than twice.
unsigned roundsFor(const Cnf& circuit) {
  return static_cast<unsigned>(std::clamp<std::size_t>(2'000'000 / (circuit.literals() + 1), 2, 32));
}

// What CaDiCaL says against the query, judged on the query's own terms.
std::string judged(const BitBlasted& translation, const std::vector<Literal>& model) {
  const symbolic::Assignment assignment = assignmentOf(translation.query(), model);
  std::vector<symbolic::Term> roots = translation.query().assumptions;
  roots.push_back(translation.query().goal);
  std::vector<symbolic::Bits> values =
      evaluate(roots, assignment, proofs::functionsOf(translation.query(), assignment));
  const bool breaks = values.back() == 0; // a goal that is none is 0, too
  values.pop_back();
  const bool holds = std::ranges::all_of(values, [](symbolic::Bits v) { return v != 0; });
  return holds && breaks ? "CaDiCaL's model breaks what was proved, by the interpreter's account, too"
                         : "CaDiCaL says satisfiable, with a model that the interpreter does not confirm";
}

struct CheckedProof {
  rup::Checked checked;
  std::string why; ///< the checker came to no end
  double seconds = 0;
};

// In a process of its own, for its time and memory.
CheckedProof checkedProof(const Cnf& formula, std::string_view proof, const Limits& limits) {
  CheckedProof result;
  result.why = "the checker said nothing";
  Children children;
  Children::Spec spec;
  spec.seconds = 3 * limits.seconds;
  spec.memoryBytes = limits.memoryBytes;
  spec.body = [&](proofs::ParentChannel out) {
    const rup::Checked checked = rup::check(formula, proof, rup::DratFormat::Binary);
    out.send({checked.proved ? 1u : 0u, 0,
              boost::json::serialize(boost::json::array{checked.reason, checked.added + checked.deleted})});
    return 0;
  };
  spec.onFrame = [&result](const proofs::Frame& frame) {
    const boost::json::array said = boost::json::parse(frame.body).as_array();
    result.checked.proved = frame.kind == 1;
    result.checked.reason = std::string(said[0].as_string());
    result.checked.added = said[1].to_number<std::size_t>();
    result.why.clear();
  };
  spec.onEnd = [&result](const proofs::Ended& ended) {
    result.seconds = ended.seconds;
    if (!result.why.empty())
      result.why =
          ended.how == proofs::Ended::How::TimedOut ? "time-out checking" : "the checker ended by " + ended.text();
  };
  children.start(std::move(spec));
  while (children.running() != 0)
    children.poll(10);
  return result;
}

} // namespace

Certificate certify(const symbolic::Query& query, const Limits& limits) {
  Certificate certificate;
  const BitBlasted translation(query);
  if (translation.whyNot() == kFloats)
    return ended(certificate, Status::Uncertifiable, translation.whyNot());
  if (!translation.whyNot().empty())
    return ended(certificate, Status::NotCertified, translation.whyNot());
  return certify(translation, translation.circuit(), translation.asserted(), limits);
}

Certificate certify(const BitBlasted& translation, const Cnf& circuit, const std::vector<Literal>& asserted,
                    const Limits& limits) {
  Certificate certificate;
  const std::string wrong = CrossCheck(translation, circuit, asserted).atRandom(roundsFor(circuit), 1);
  if (!wrong.empty())
    return ended(certificate, Status::Contradiction, "the translation to clauses is wrong: " + wrong);
  const Cnf formula = formulaOf(circuit, asserted);
  certificate.variables = static_cast<std::size_t>(formula.variables());
  certificate.clauses = formula.size();
  AnonymousFile proof;
  const Solved solved = solve(formula, proof, limits);
  certificate.solving = solved.seconds;
  if (solved.said == Solved::Said::Nothing)
    return ended(certificate, Status::NotCertified, solved.why);
  if (solved.said == Solved::Said::Satisfiable)
    return ended(certificate, Status::Contradiction, judged(translation, solved.model));
  const CheckedProof checked = checkedProof(formula, proof.bytes(), limits);
  certificate.checking = checked.seconds;
  certificate.steps = checked.checked.added;
  if (!checked.why.empty())
    return ended(certificate, Status::NotCertified, checked.why);
  if (!checked.checked.proved)
    return ended(certificate, Status::Contradiction, "what CaDiCaL gave as a proof is none: " + checked.checked.reason);
  return ended(certificate, Status::Certified, {});
}

} // namespace warplaw::certificates

#include "proofs/statements/code_named.h"
#include "proofs/engine/named_code.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace warplaw::proofs {

std::string unlikeItsCode(const Theorem& theorem, std::span<const Obligation> made, const Subject& subject) {
  std::map<std::string, std::set<Part>> settled; // of each function that is named
  for (const std::string& symbol : theorem.code)
    settled[symbol];
  std::set<Part> any;
  std::set<const Query*> asked;
  for (const Obligation& o : made) {
    const Part part = o.countsAs();
    if (part == Part::Law)
      continue;
    if (std::string wrong = unlikeNamed(theorem, o); !wrong.empty())
      return wrong;
    const LiftedCode* const code = o.counted.code().get();
    if (code->subject != subject.identity())
      return fmt::format("{}: made of another {} than the one that is under proof", o.name, code->symbol);
    if (code->isOptimized == (part == Part::DefinedUnoptimized))
      return fmt::format("{}: made of {} {} optimisation", o.name, code->symbol,
                         code->isOptimized ? "after" : "before");
    settled[code->symbol].insert(part);
    any.insert(part);
    asked.insert(o.counted.asMade().get());
  }
  for (const Obligation& o : made)
    for (const auto& compared : o.compared.all())
      if (!asked.contains(compared.get()))
        return o.name + ": it compared evidence that is not asked";
  const bool replays = std::ranges::any_of(made, [](const Obligation& o) { return bool(o.replay); });
  if (any.empty() && !theorem.code.empty() && (!theorem.path.empty() || !replays))
    return fmt::format("it names {}, and has no evidence of it", theorem.code.front());
  for (const auto& [symbol, parts] : settled)
    for (const Part part : any)
      if (!parts.contains(part))
        return fmt::format("it names {}, and settles of others alone: {}", symbol, textOf(part));
  return {};
}

Theorem heldAgainstItsCode(Theorem theorem, const Subject& subject) {
  Theorem held = theorem;
  held.build = [theorem = std::move(theorem), subject](Terms& terms) -> Obligations {
    Obligations made = theorem.build(terms);
    if (const auto* all = std::get_if<std::vector<Obligation>>(&made))
      if (const std::string wrong = unlikeItsCode(theorem, *all, subject); !wrong.empty())
        return Problem{Verdict::Error, wrong};
    return made;
  };
  return held;
}

} // namespace warplaw::proofs

// What a `{ .. }` declares, and what its branches name: declared once, and there where a branch needs it (PTX-1).
#pragma once
#include "ptx/text/module.h"
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warplaw::ptx {

class Scope {
public:
  /// A label that an instruction names. Labels may stand behind.
  struct Reference {
    std::string label;
    Place place;
    bool isList; ///< a `.branchtargets` is wanted
  };

  /// Throws ReadError where the name is there already. `%r<13>` and `%r5` are at odds, `%r<13>` and `%r13` are not.
  void declare(const Variable& variable);
  void declare(const Label& label) { declareLabel(label.name, Targets::Kind::Call, label.place, true); }
  void declare(const Targets& targets) { declareLabel(targets.label, targets.kind, targets.place, false); }
  void refer(Reference reference) { references.push_back(std::move(reference)); }
  void refer(std::vector<Reference> all);
  bool declares(std::string_view name) const { return names.contains(std::string(name)); }
  /// Those that no label of this scope answers: `bra` leaves a scope, and does not enter one.
  std::vector<Reference> unanswered() &&;

private:
  struct Declared {
    bool isExtern;
  };
  struct Marked {
    bool isPlace; ///< in the code; else what `kind` says
    Targets::Kind kind;
  };
  std::unordered_map<std::string, Declared> names;
  std::unordered_map<std::string, std::uint32_t> counts; ///< of `%r<13>`
  std::unordered_map<std::string, Marked> labels;
  std::vector<Reference> references;

  void declareLabel(const std::string& name, Targets::Kind kind, const Place& place, bool isPlace);
  bool isInRange(const std::string& name) const;
};

} // namespace warplaw::ptx

// FLO as an instruction (FLO-1..3): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/flo_fields.h"

namespace warplaw::spec {
namespace {
struct Flo {
  using Form = FloForm;
  using Choices = FloChoices;
  static constexpr std::string_view kMnemonic = "FLO";
};
} // namespace

const InstructionRow& floRow() { return describedRow<Flo>(); }

} // namespace warplaw::spec

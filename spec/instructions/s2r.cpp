// S2R as an instruction (SR-1): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/s2r_fields.h"

namespace warplaw::spec {
namespace {
struct S2r {
  using Form = S2rForm;
  using Choices = S2rChoices;
  static constexpr std::string_view kMnemonic = "S2R";
};
} // namespace

const InstructionRow& s2rRow() { return describedRow<S2r>(); }

} // namespace warplaw::spec

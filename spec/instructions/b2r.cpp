// B2R as an instruction (BAR-2).
#include "spec/described.h"
#include "spec/instructions/b2r_fields.h"

namespace warplaw::spec {
namespace {
struct B2r {
  using Form = B2rForm;
  using Choices = B2rChoices;
  static constexpr std::string_view kMnemonic = "B2R";
  static bool mayBeAbsent(std::string_view field) { return field == "pu"; }
};
} // namespace

const InstructionRow& b2rRow() { return describedRow<B2r>(); }

} // namespace warplaw::spec

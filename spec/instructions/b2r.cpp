// B2R as an instruction (BAR-2).
#include "spec/described.h"
#include "spec/instructions/b2r_fields.h"

namespace warplaw::spec {
namespace {
constexpr auto kMayBeAbsent = [](MemberOf<B2rForm> member) { return member == &B2rForm::pu; };
} // namespace

const InstructionRow& b2rRow() {
  return describedRow(Described<B2rForm, B2rChoices>{.mnemonic = "B2R", .mayBeAbsent = kMayBeAbsent});
}

} // namespace warplaw::spec

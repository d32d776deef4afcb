// SEL as an instruction (SEL-2): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/sel_fields.h"

namespace warplaw::spec {
namespace {
struct Sel {
  using Form = SelForm;
  using Choices = SelChoices;
  static constexpr std::string_view kMnemonic = "SEL";
};
} // namespace

const InstructionRow& selRow() {
  static const InstructionRow kRow = describedRow<Sel>();
  return kRow;
}

const WatchedRow& selWatchedRow() {
  static constexpr WatchedRow kRow = watchedRow<Sel>();
  return kRow;
}

} // namespace warplaw::spec

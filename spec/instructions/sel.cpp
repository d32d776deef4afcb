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

const InstructionRow& selRow() { return describedRow<Sel>(); }

} // namespace warplaw::spec

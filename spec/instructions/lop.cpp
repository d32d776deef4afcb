// LOP as an instruction (LOP-1, LOP-2): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/lop_fields.h"

namespace warplaw::spec {
namespace {
struct Lop {
  using Form = LopForm;
  using Choices = LopChoices;
  static constexpr std::string_view kMnemonic = "LOP";
};
} // namespace

const InstructionRow& lopRow() { return describedRow<Lop>(); }

} // namespace warplaw::spec

// FADD as an instruction: nothing beyond its lists (FADD-1).
#include "spec/described.h"
#include "spec/instructions/fadd_fields.h"

namespace warplaw::spec {
namespace {
struct Fadd {
  using Form = FaddForm;
  using Choices = FaddChoices;
  static constexpr std::string_view kMnemonic = "FADD";
};
} // namespace

const InstructionRow& faddRow() { return describedRow<Fadd>(); }

} // namespace warplaw::spec

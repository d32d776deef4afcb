// SHFL as an instruction (SHFL-9): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/shfl_fields.h"

namespace warplaw::spec {
namespace {
struct Shfl {
  using Form = ShflForm;
  using Choices = ShflChoices;
  static constexpr std::string_view kMnemonic = "SHFL";
};
} // namespace

const InstructionRow& shflRow() { return describedRow<Shfl>(); }

} // namespace warplaw::spec

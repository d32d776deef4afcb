// POPC as an instruction (POPC-1, POPC-2): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/popc_fields.h"

namespace warplaw::spec {
namespace {
struct Popc {
  using Form = PopcForm;
  using Choices = PopcChoices;
  static constexpr std::string_view kMnemonic = "POPC";
};
} // namespace

const InstructionRow& popcRow() { return describedRow<Popc>(); }

} // namespace warplaw::spec

// activemask as an instruction: all of it follows from its lists of fields (SYNC-6).
#include "spec/described.h"
#include "spec/instructions/activemask_fields.h"

namespace warplaw::spec {
namespace {
struct Activemask {
  using Form = ActivemaskForm;
  using Choices = ActivemaskChoices;
  static constexpr std::string_view kMnemonic = "activemask";
  static constexpr bool kIsPtx = true;
};
} // namespace

const InstructionRow& activemaskRow() { return describedRow<Activemask>(); }

} // namespace warplaw::spec

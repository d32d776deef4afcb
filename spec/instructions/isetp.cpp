// ISETP as an instruction (ISETP-1..3): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/isetp_fields.h"

namespace warplaw::spec {
namespace {
struct Isetp {
  using Form = IsetpForm;
  using Choices = IsetpChoices;
  static constexpr std::string_view kMnemonic = "ISETP";
};
} // namespace

const InstructionRow& isetpRow() { return describedRow<Isetp>(); }

} // namespace warplaw::spec

// PMTRIG as an instruction (PM-1, PM-2): all of it follows from its lists of fields.
#include "spec/described.h"
#include "spec/instructions/pmtrig_fields.h"

namespace warplaw::spec {
namespace {
struct Pmtrig {
  using Form = PmtrigForm;
  using Choices = PmtrigChoices;
  static constexpr std::string_view kMnemonic = "PMTRIG";
};
} // namespace

const InstructionRow& pmtrigRow() { return describedRow<Pmtrig>(); }

} // namespace warplaw::spec
